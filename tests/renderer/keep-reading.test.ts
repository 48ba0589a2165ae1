import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '../../contract/events.ts'
import { keepReading } from '../../src-renderer/api/live/keep-reading.ts'
import { REACHED } from '../../src-renderer/api/live/reached.ts'

/** The server's responses, in order. Requests after the last one get no response. */
let responders: ((signal: AbortSignal) => Promise<Response> | Response)[]
let requests: { url: string; headers: Headers }[]
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  responders = []
  requests = []
  page = new EventTarget()
  vi.stubGlobal('localStorage', { getItem: () => 'token', setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push({ url, headers: new Headers(init.headers) })
    const respond = responders.shift() ?? (() => hanging(init.signal!))
    return respond(init.signal!)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const changed: LiveEvent = { type: 'changed', tags: ['Car'], notices: [] }

/** Creates a stream that sends these events and stays open until an abort or a call to `end`. */
function stream(...events: LiveEvent[]) {
  let end = () => {}
  let beat = () => {}
  const response = (signal: AbortSignal) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const push = (text: string) => controller.enqueue(new TextEncoder().encode(text))
        for (const event of events) push(`data: ${JSON.stringify(event)}\n\n`)
        end = () => controller.close()
        beat = () => push(':\n\n')
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return { answer: response, end: () => end(), beat: () => beat() }
}

function hanging(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

function start(syncedAt = Date.now()) {
  const recorded = { events: [] as LiveEvent[], synced: 0, lost: 0, isOver: false }
  const abort = new AbortController()
  const state = { syncedAt }
  let wake = () => {}
  const over = keepReading({
    stream: 'streamEvents',
    syncedAt: () => state.syncedAt,
    signal: abort.signal,
    onEvent: (event) => recorded.events.push(event),
    onSynced() {
      state.syncedAt = Date.now()
      recorded.synced += 1
    },
    onLost: () => void (recorded.lost += 1),
    onWake(listener) {
      wake = listener
      return () => {}
    },
  }).then(() => {
    recorded.isOver = true
  })
  return { seen: recorded, over, stop: () => abort.abort(), wake: () => wake() }
}

describe('reading the event stream', () => {
  it('passes on events, and requests missed events with the session’s token', async () => {
    responders.push(stream({ type: 'open', isComplete: true }, changed).answer)
    const { seen: recorded, stop, over } = start(Date.now() - 10_000)
    await vi.waitFor(() => expect(recorded.events).toHaveLength(2))
    expect(recorded.synced).toBeGreaterThan(0)
    expect(requests[0]!.url).toBe('/api/events?since=15')
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer token')
    stop()
    await over
    expect(recorded.lost).toBe(0)
  })

  it('reopens a closed stream with increasing delays of up to half a minute', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const first = stream({ type: 'open', isComplete: true })
    responders.push(first.answer)
    for (let n = 0; n < 6; n++) responders.push(() => Promise.reject(new TypeError('Failed to fetch')))
    const { seen: recorded, stop } = start()
    await vi.waitFor(() => expect(recorded.events).toHaveLength(1))
    first.end()
    const waits = []
    for (let call = 2; call <= 7; call++) {
      const from = Date.now()
      while (requests.length < call) await vi.advanceTimersByTimeAsync(100)
      waits.push(Math.round((Date.now() - from) / 1000))
    }
    expect(waits).toEqual([2, 4, 8, 16, 30, 30])
    expect(recorded.lost).toBe(7)
    stop()
  })

  it('waits as long as the server’s Retry-After requires', async () => {
    responders.push(() => new Response('{}', { status: 503, headers: { 'retry-after': '45' } }))
    const { stop } = start()
    await vi.advanceTimersByTimeAsync(44_000)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(requests).toHaveLength(2)
    stop()
  })

  it('reconnects soon after the network returns', async () => {
    responders.push(() => new Response('{}', { status: 503, headers: { 'retry-after': '600' } }))
    const { stop } = start()
    await vi.advanceTimersByTimeAsync(5_000)
    page.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(requests).toHaveLength(2)
    stop()
  })

  it('reconnects after another request has reached the server again', async () => {
    responders.push(() => new Response('{}', { status: 503, headers: { 'retry-after': '600' } }))
    const { stop } = start()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(requests).toHaveLength(1)
    page.dispatchEvent(new Event(REACHED))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(requests).toHaveLength(2)
    stop()
  })

  it('reconnects immediately when the computer wakes, whether the stream is open or waiting', async () => {
    responders.push(stream({ type: 'open', isComplete: true }).answer)
    responders.push(() => new Response('{}', { status: 503, headers: { 'retry-after': '600' } }))
    const { seen: recorded, stop, wake } = start()
    await vi.waitFor(() => expect(recorded.synced).toBeGreaterThan(0))
    wake()
    await vi.advanceTimersByTimeAsync(10)
    expect(requests).toHaveLength(2)
    wake()
    await vi.advanceTimersByTimeAsync(10)
    expect(requests).toHaveLength(3)
    stop()
  })

  it('treats silence as a broken connection, but not while heartbeats arrive', async () => {
    const first = stream({ type: 'open', isComplete: true })
    responders.push(first.answer)
    const { seen: recorded, stop } = start()
    for (let n = 0; n < 8; n++) {
      await vi.advanceTimersByTimeAsync(25_000)
      first.beat()
    }
    await vi.advanceTimersByTimeAsync(100)
    expect(recorded.lost).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(recorded.lost).toBe(1)
    stop()
  })

  it.each([401, 403])('ends permanently when it is rejected with %i', async (status) => {
    // The platform has tried a new token and reported the end of the session.
    vi.doMock('../../src-renderer/platform/firebase.ts', () => ({ getIdentityProof: async () => null }))
    // The second response is for the request that asks for the reason.
    for (let n = 0; n < 2; n++) responders.push(async () => new Response('{}', { status }))
    const { seen: recorded, over } = start()
    await vi.waitFor(() => expect(recorded.isOver).toBe(true))
    await over
    expect(requests.filter(({ url }) => url.startsWith('/api/events'))).toHaveLength(1)
  })
})
