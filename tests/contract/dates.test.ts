import { expect, it } from 'vitest'
import { formatDaysAgo } from '../../contract/dates.ts'

const now = new Date(2026, 10, 21, 0, 30)

it.each([
  [new Date(2026, 10, 21, 0, 10), 'today'],
  [new Date(2026, 10, 20, 23, 50), 'yesterday'],
  [new Date(2026, 10, 19, 1), '2 days ago'],
  [new Date(2026, 10, 8), '13 days ago'],
  [new Date(2026, 10, 7), '2 weeks ago'],
  [new Date(2026, 9, 1), '7 weeks ago'],
  [new Date(2026, 8, 1), '2 months ago'],
  [new Date(2025, 1, 1), '21 months ago'],
  [new Date(2023, 10, 1), '3 years ago'],
])('formats the age of %s by calendar days', (timestamp, text) => {
  expect(formatDaysAgo(timestamp, now)).toBe(text)
})

it('treats a date in the future as today', () => {
  expect(formatDaysAgo(new Date(2026, 10, 25), now)).toBe('today')
})
