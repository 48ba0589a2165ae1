import { expect, it } from 'vitest'
import { createIdempotencyKeys } from '../../src-renderer/api/idempotency-key.ts'

it('an idempotency key stays the same for a repeat and differs after a change', () => {
  const keyOf = createIdempotencyKeys()
  const first = keyOf({ rating: 4, reviewText: 'Good.' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf({ rating: 4, reviewText: 'Good.' })).toBe(first)
  const changed = keyOf({ rating: 4, reviewText: 'Very good.' })
  expect(changed).not.toBe(first)
  expect(keyOf({ rating: 4, reviewText: 'Very good.' })).toBe(changed)
  expect(createIdempotencyKeys()({ rating: 4, reviewText: 'Good.' })).not.toBe(first)
})
