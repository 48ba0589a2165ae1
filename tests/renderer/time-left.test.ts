import { expect, it } from 'vitest'
import { formatTimeLeft } from '../../src-renderer/ui/time-left.ts'

it.each([
  [null, ''],
  [0, 'Less than a minute left'],
  [59, 'Less than a minute left'],
  [60, 'About a minute left'],
  [89, 'About a minute left'],
  [90, 'About 2 minutes left'],
  [75_000, 'About 1,250 minutes left'],
])('%s seconds are formatted as “%s”', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text)
})
