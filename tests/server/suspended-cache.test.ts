import { expect, it } from 'vitest'
import { cacheTarget } from '../../server/http/cacheable-responses.ts'
import { createResponseCache } from '../../server/http/response-cache.ts'

const target = cacheTarget('/api/reviews/all')!

function createFilled() {
  const cache = createResponseCache()
  const storeEntry = () => cache.make(target, 'stranger', async (slot) => void slot.keep([], {}, true))
  return { cache, keep: storeEntry, warning: () => cache.find(target, 'stranger')?.headers.Warning }
}

it('returns no cached responses while write notifications are unavailable, and stores none', async () => {
  const { cache, keep } = createFilled()
  await keep()
  expect(cache.find(target, 'stranger')).not.toBeNull()
  cache.suspend(() => null)
  expect([cache.find(target, 'stranger'), cache.findSoon(target, 'stranger')]).toEqual([null, null])
  cache.drop(null)
  await keep()
  cache.suspend(null)
  expect(cache.find(target, 'stranger')).toBeNull()
})

it('returns cached responses while the database is unreachable, marked stale after a minute', async () => {
  const { cache, keep, warning } = createFilled()
  await keep()
  cache.suspend(() => new Date())
  expect([cache.find(target, 'stranger') === null, warning()]).toEqual([false, undefined])
  cache.suspend(() => new Date(Date.now() - 61_000))
  expect(warning()).toBe('110 - "Response is Stale"')
})
