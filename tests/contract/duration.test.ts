import { expect, it } from 'vitest'
import { formatDuration } from '../../contract/duration.ts'

it.each([
  [900, '15 minutes'],
  [60, '1 minute'],
  [90, '90 seconds'],
  [1, '1 second'],
  [3600, '1 hour'],
  [7200, '2 hours'],
  [5400, '90 minutes'],
])('formats %i seconds in the largest unit that divides them evenly', (seconds, formatted) => {
  expect(formatDuration(seconds)).toBe(formatted)
})
