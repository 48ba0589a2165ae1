import { configureStore } from '@reduxjs/toolkit'
import { createApi } from '@reduxjs/toolkit/query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { offlineProblem } from '../../src-renderer/api/problem.ts'
import { refetchWhenOnline } from '../../src-renderer/api/refetch-when-online.ts'

let page: EventTarget
/** True if calls succeed, regardless of what the browser reports. */
let isConnected: boolean
let calls: number

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  isConnected = true
  calls = 0
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function showList() {
  const api = createApi({
    baseQuery: () => {
      calls += 1
      return Promise.resolve(isConnected ? { data: calls } : { error: offlineProblem })
    },
    refetchOnReconnect: true,
    endpoints: (build) => ({ list: build.query<number, void>({ query: () => null }) }),
  })
  const store = configureStore({
    reducer: { api: api.reducer },
    middleware: (getDefault) => getDefault().concat(api.middleware),
  })
  refetchWhenOnline(store)
  await store.dispatch(api.endpoints.list.initiate())
  return () => api.endpoints.list.select()(store.getState())
}

it('displayed data is refetched when the network returns, only once if that succeeds', async () => {
  const list = await showList()
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([calls, list().data]).toEqual([2, 2])
})

it('refetching is retried if the browser reported the network too early, but not forever', async () => {
  const list = await showList()
  isConnected = false
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10)
  expect(list().error).toEqual(offlineProblem)
  isConnected = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect([calls, list().data, list().error]).toEqual([3, 3, undefined])

  isConnected = false
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toBe(6)
})

it('refetching stops while the network is unavailable again', async () => {
  await showList()
  isConnected = false
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10)
  page.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toBe(2)
})
