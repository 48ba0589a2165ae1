import { expect, it } from 'vitest'
import { formatMoveResult } from '../../src-renderer/features/cars/bulk-moves.ts'

it.each([
  [{ modifiedCount: 1, inReview: 0 }, '1 car listed'],
  [{ modifiedCount: 1, inReview: 1 }, '1 car listed, 1 in review'],
  [{ modifiedCount: 1_200, inReview: 2 }, '1,200 cars listed, 2 in review'],
])('the message shows how many cars moved, and how many of them are in review: %o', (outcome, text) => {
  expect(formatMoveResult(outcome, 'listed')).toBe(text)
})
