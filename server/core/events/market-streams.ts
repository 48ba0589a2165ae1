import { setImmediate as others } from 'node:timers/promises'
import type { MarketEvent } from '../../../contract/events.ts'
import { ProblemError, type Sentence } from '../../../contract/api/problems.ts'
import type { EventStream } from '../../http/event-stream.ts'
import { networkOf } from '../../http/network-of.ts'

/** The streams of visitors without an account. They announce which cars to reload. */
export interface MarketStreams {
  /**
   * Admits a visitor's event stream.
   * @param ip the visitor's IP address
   * @param since seconds since the client was last up to date
   * @returns a function to call with the stream once it is open
   * @throws ProblemError `too-many-requests`, `service-unavailable`
   */
  admit(ip: string, since: number | undefined): (stream: EventStream) => void
  /**
   * Notifies all visitors.
   * @param cars IDs of the changed cars; null if any car may have changed
   */
  tell(cars: readonly string[] | null): void
  countStreams(): number
  /** Ends every stream and rejects new ones. */
  close(): void
}

interface MarketOptions {
  beatMs: number
  maxStreams?: number
  maxPerNetwork?: number
}

/** Maximum number of visitors' streams. Members have a separate limit, so visitors cannot crowd them out. */
const MAX_STREAMS = 5_000
/**
 * Maximum number of streams per network, one for each browser. All browsers of an office or a school may
 * share one IP address.
 */
const MAX_PER_NETWORK = 100
/**
 * Limits of the remembered changes. A visitor who was away longer, or missed more cars, is notified that any
 * car may have changed.
 */
const REMEMBERED_MS = 10 * 60_000
const REMEMBERED_CARS = 1_000
const TOLD_AT_ONCE = 100

export function createMarketStreams(options: MarketOptions): MarketStreams {
  const { beatMs, maxStreams = MAX_STREAMS, maxPerNetwork = MAX_PER_NETWORK } = options
  const streams = new Set<EventStream>()
  const networks = new Map<string, number>()
  const past = createPast()
  let isClosed = false
  const timer = setInterval(() => void inBatches((stream) => stream.beat()), beatMs).unref()

  return {
    admit(ip, since) {
      const network = networkOf(ip)
      if (isClosed || streams.size >= maxStreams) throw streamRejection('service-unavailable')
      if ((networks.get(network) ?? 0) >= maxPerNetwork) throw streamRejection('too-many-requests')
      return (stream) => listen(stream, network, since)
    },
    tell(cars) {
      if (cars?.length === 0) return
      past.add(cars)
      const event: MarketEvent = { type: 'changed', cars: cars && [...cars] }
      void inBatches((stream) => stream.send(event))
    },
    countStreams: () => streams.size,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const stream of streams) stream.end()
    },
  }

  /** Notifies all streams in batches. Other requests are processed in between. */
  async function inBatches(tell: (stream: EventStream) => void) {
    const all = [...streams]
    for (let from = 0; from < all.length; from += TOLD_AT_ONCE) {
      all.slice(from, from + TOLD_AT_ONCE).forEach(tell)
      await others()
    }
  }

  function listen(stream: EventStream, network: string, since: number | undefined) {
    streams.add(stream)
    networks.set(network, (networks.get(network) ?? 0) + 1)
    stream.onEnd(() => {
      streams.delete(stream)
      const left = networks.get(network)! - 1
      if (left === 0) networks.delete(network)
      else networks.set(network, left)
    })
    const missed = since === undefined ? null : past.since(since * 1000)
    stream.send({ type: 'open', isComplete: missed !== null })
    if (missed && missed.length > 0) stream.send({ type: 'changed', cars: missed })
  }
}

/** Remembers when each car last entered or left the market, so that visitors who reconnect can catch up. */
function createPast() {
  // Entries are in chronological order. A car that changes again moves to the end.
  const cars = new Map<string, number>()
  let knownSince = performance.now()

  return {
    /**
     * Records changes.
     * @param changed IDs of the changed cars; null if any car may have changed
     */
    add(changed: readonly string[] | null) {
      const now = performance.now()
      if (!changed) knownSince = now
      for (const id of changed ?? []) {
        cars.delete(id)
        cars.set(id, now)
      }
      for (const [id, at] of cars) {
        if (cars.size <= REMEMBERED_CARS && at >= now - REMEMBERED_MS) break
        cars.delete(id)
        knownSince = Math.max(knownSince, at)
      }
    },
    /**
     * Lists the cars that have changed in the last `ms` milliseconds.
     * @returns null if more cars may have changed than are remembered
     */
    since(ms: number): string[] | null {
      const from = performance.now() - ms
      if (from <= knownSince) return null
      return [...cars].filter(([, at]) => at >= from).map(([id]) => id)
    },
  }
}

const RETRY_SECONDS = 30

/**
 * Builds the error for a stream that is rejected because no streams are left or the client has reached its
 * limit.
 */
export function streamRejection(
  code: 'service-unavailable' | 'too-many-requests',
  detail: Sentence = 'No more live connections are available. Try again in a moment.',
): ProblemError {
  return new ProblemError(code, { detail, headers: { 'Retry-After': String(RETRY_SECONDS) } })
}
