import { createParser } from 'eventsource-parser'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { marketEvent, type MarketEvent } from '../../contract/events.ts'
import { createMarketStreams } from '../../server/core/events/market-streams.ts'
import type { EventStream } from '../../server/http/event-stream.ts'
import { call } from '../support/api-client.ts'
import { waitForSentEvents } from '../support/event-reader.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let seller: Person
let buyer: Person
beforeAll(async () => {
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller', verified: 1 })
  buyer = await buildPerson(server.ctx)
})
afterAll(() => server.close())

const open: AbortController[] = []
afterEach(() => open.splice(0).forEach((reader) => reader.abort()))

/**
 * Opens the market stream as an anonymous visitor and collects its events. It begins once the events of
 * earlier changes have been sent.
 */
async function openMarketStream(since?: number) {
  await waitForSentEvents(server)
  const abort = new AbortController()
  open.push(abort)
  const query = since === undefined ? '' : `?since=${since}`
  const response = await fetch(`${server.url}/api/events/market${query}`, { signal: abort.signal })
  const received: MarketEvent[] = []
  const parser = createParser({ onEvent: ({ data }) => received.push(marketEvent.parse(JSON.parse(data))) })
  const readEvents = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(chunk)
  }
  readEvents().catch(() => undefined)
  await expect.poll(() => received.length).toBeGreaterThan(0)
  const cars = () => received.flatMap((event) => (event.type === 'changed' ? (event.cars ?? ['any']) : []))
  return { received, cars }
}

function setState(id: string, state: 'sold-elsewhere' | 'withdrawn' | 'listed') {
  return call(server.url, 'setCarState', { params: { id }, body: { state }, token: seller.token })
}

describe('signed-out users', () => {
  it('receive only the ID of a car that leaves the market or returns', async () => {
    const id = await buildCar(server.ctx, seller.id)
    const { received, cars } = await openMarketStream()
    await setState(id, 'sold-elsewhere')
    await expect.poll(cars).toEqual([id])
    await setState(id, 'listed')
    await expect.poll(cars).toEqual([id, id])
    expect(received.slice(1)).toEqual([
      { type: 'changed', cars: [id] },
      { type: 'changed', cars: [id] },
    ])
  })

  it('receive nothing about drafts, edits, users, and sales', async () => {
    const id = await buildCar(server.ctx, seller.id)
    const { cars } = await openMarketStream()
    const draft = { body: { modelName: 'X3' }, token: seller.token }
    await call(server.url, 'addDraft', draft)
    const change = { ids: [id], change: { resellPrice: '23,000' } }
    expect((await call(server.url, 'updateCars', { body: change, token: seller.token })).status).toBe(200)
    await buildPurchase(server.ctx, buyer.id, id)
    await call(server.url, 'addReview', { body: { rating: 5 }, token: buyer.token })
    // Events are sent in order, so all earlier ones would have arrived before this one.
    const lastCar = await buildCar(server.ctx, seller.id)
    await setState(lastCar, 'withdrawn')
    await expect.poll(cars).toContain(lastCar)
    expect(new Set(cars())).toEqual(new Set([lastCar]))
  })

  it('receive only later changes if they send no usable starting time', async () => {
    expect((await openMarketStream()).received).toEqual([{ type: 'open', isComplete: false }])
    expect((await openMarketStream(3600)).received).toEqual([{ type: 'open', isComplete: false }])
  })
})

describe('signed-out listeners', () => {
  function fakeStream() {
    let onEnd = () => {}
    const sentChunks: unknown[] = []
    const stream: EventStream = {
      send: (event) => void sentChunks.push(event),
      beat: () => void sentChunks.push('beat'),
      end: () => onEnd(),
      onEnd(listener) {
        onEnd = listener
      },
    }
    return { stream, sent: sentChunks }
  }

  it('are limited in total and per IP address', () => {
    const market = createMarketStreams({ beatMs: 60_000, maxStreams: 3, maxPerNetwork: 2 })
    const firstStream = fakeStream()
    market.admit('192.0.2.1', undefined)(firstStream.stream)
    market.admit('192.0.2.1', undefined)(fakeStream().stream)
    const rejection = (code: string) => expect.objectContaining({ code, headers: { 'Retry-After': '30' } })
    expect(() => market.admit('192.0.2.1', undefined)).toThrow(rejection('too-many-requests'))
    market.admit('192.0.2.2', undefined)(fakeStream().stream)
    expect(() => market.admit('192.0.2.3', undefined)).toThrow(rejection('service-unavailable'))
    firstStream.stream.end()
    market.admit('192.0.2.1', undefined)(fakeStream().stream)
    expect(market.countStreams()).toBe(3)
    market.close()
    expect(market.countStreams()).toBe(0)
    expect(() => market.admit('192.0.2.4', undefined)).toThrow()
  })

  it('are counted per IPv6 network', () => {
    const market = createMarketStreams({ beatMs: 60_000, maxPerNetwork: 1 })
    market.admit('2001:db8::1', undefined)(fakeStream().stream)
    expect(() => market.admit('2001:db8::2', undefined)).toThrow()
    market.close()
  })

  it('learn that any car may have changed if they missed more than a thousand', () => {
    const market = createMarketStreams({ beatMs: 60_000 })
    market.notify(Array.from({ length: 1_001 }, (_, n) => `car-${n}`))
    const { stream, sent } = fakeStream()
    market.admit('192.0.2.1', 60)(stream)
    expect(sent).toEqual([{ type: 'open', isComplete: false }])
    market.notify(null)
    expect(sent[1]).toEqual({ type: 'changed', cars: null })
    market.close()
  })

  it('receive the changes they missed while disconnected', () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
    const market = createMarketStreams({ beatMs: 60_000 })
    vi.advanceTimersByTime(10_000)
    market.notify(['first'])
    vi.advanceTimersByTime(10_000)
    market.notify(['second'])
    const openSince = (since: number) => {
      const { stream, sent } = fakeStream()
      market.admit('192.0.2.1', since)(stream)
      return sent
    }
    expect(openSince(5)).toEqual([
      { type: 'open', isComplete: true },
      { type: 'changed', cars: ['second'] },
    ])
    expect(openSince(15)[1]).toEqual({ type: 'changed', cars: ['first', 'second'] })
    expect(openSince(25)).toEqual([{ type: 'open', isComplete: false }])
    market.close()
    vi.useRealTimers()
  })

  it('receive heartbeats', async () => {
    const market = createMarketStreams({ beatMs: 5 })
    const { stream, sent } = fakeStream()
    market.admit('192.0.2.1', undefined)(stream)
    await expect.poll(() => sent).toContain('beat')
    market.close()
  })
})
