import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { REACHED } from '../../src-renderer/api/live/reached.ts'
import { fetchOrFind } from '../../src-renderer/platform/offline-cache.ts'

afterEach(() => vi.unstubAllGlobals())

it('the first successful request of any kind reports once that the server is reachable again', async () => {
  const page = new EventTarget()
  let notified = 0
  page.addEventListener(REACHED, () => notified++)
  let response: () => Promise<Response> = async () => new Response('{}')
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  vi.stubGlobal('fetch', () => response())
  const bridge = { keep: async () => undefined, find: async () => null }
  const call = fetchOrFind(bridge, 'https://cars.example', () => 0)
  const save = () => call('/api/cars/1', { method: 'PUT' })

  await save()
  expect(notified).toBe(0)
  response = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(save()).rejects.toThrow('Failed to fetch')
  expect(notified).toBe(0)
  response = async () => new Response('{}', { status: 502 })
  await call('/api/allCars')
  expect(notified).toBe(0)
  response = async () => new Response('{}', { status: 409 })
  await save()
  await save()
  expect(notified).toBe(1)
})

it('an aborted response is not cached and raises no unhandled rejection', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  let cached = 0
  const keep = async () => void cached++
  const body = new ReadableStream({
    pull: (stream) => stream.error(new DOMException('aborted', 'AbortError')),
  })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'application/json' } }))
  const call = fetchOrFind({ keep, find: async () => null }, 'https://cars.example', () => 0)

  const response = await call('/api/allCars')
  await expect(response.text()).rejects.toThrow('aborted')
  await setImmediate()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect(cached).toBe(0)
})
