import { setImmediate as others } from 'node:timers/promises'
import type { MarketEvent } from '../../../contract/events.ts'
import { ProblemError, type Sentence } from '../../../contract/api/problems.ts'
import type { EventStream } from '../../http/event-stream.ts'
import { networkOf } from '../../http/client-address.ts'

/** Event streams for visitors without an account. They announce which cars to reload. */
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
  notify(cars: readonly string[] | null): void
  countStreams(): number
  close(): void
}

interface MarketOptions {
  beatMs: number
  maxStreams?: number
  maxPerNetwork?: number
}

/** Maximum number of visitors' streams. Members have a separate limit, so visitors cannot crowd them out. */
const MAX_STREAMS = 5_000
/** Maximum number of streams per network. All browsers in an office or a school may share one IP address. */
const MAX_PER_NETWORK = 100
/**
 * Limits of the remembered changes. A visitor who was away longer, or missed more cars, is notified that any
 * car may have changed.
 */
const REMEMBERED_MS = 10 * 60_000
const REMEMBERED_CARS = 1_000
const BATCH_SIZE = 100

export function createMarketStreams(options: MarketOptions): MarketStreams {
  const { beatMs, maxStreams = MAX_STREAMS, maxPerNetwork = MAX_PER_NETWORK } = options
  const streams = new Set<EventStream>()
  const networks = new Map<string, number>()
  const memory = createMemory()
  let isClosed = false
  const timer = setInterval(() => void notifyInBatches((stream) => stream.beat()), beatMs).unref()

  return {
    admit(ip, since) {
      const network = networkOf(ip)
      if (isClosed || streams.size >= maxStreams) throw streamRejection('service-unavailable')
      if ((networks.get(network) ?? 0) >= maxPerNetwork) throw streamRejection('too-many-requests')
      return (stream) => listen(stream, network, since)
    },
    notify(cars) {
      if (cars?.length === 0) return
      memory.add(cars)
      const event: MarketEvent = { type: 'changed', cars: cars && [...cars] }
      void notifyInBatches((stream) => stream.send(event))
    },
    countStreams: () => streams.size,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const stream of streams) stream.end()
    },
  }

  /** Notifies all streams in batches, so that other requests are processed in between. */
  async function notifyInBatches(notify: (stream: EventStream) => void) {
    const allStreams = [...streams]
    for (let start = 0; start < allStreams.length; start += BATCH_SIZE) {
      allStreams.slice(start, start + BATCH_SIZE).forEach(notify)
      await others()
    }
  }

  function listen(stream: EventStream, network: string, since: number | undefined) {
    streams.add(stream)
    networks.set(network, (networks.get(network) ?? 0) + 1)
    stream.onEnd(() => {
      streams.delete(stream)
      const remaining = networks.get(network)! - 1
      if (remaining === 0) networks.delete(network)
      else networks.set(network, remaining)
    })
    const missed = since === undefined ? null : memory.since(since * 1000)
    stream.send({ type: 'open', isComplete: missed !== null })
    if (missed && missed.length > 0) stream.send({ type: 'changed', cars: missed })
  }
}

/** Remembers when each car last entered or left the market, so that visitors who reconnect can catch up. */
function createMemory() {
  // Entries are in chronological order. A car that changes again moves to the end.
  const cars = new Map<string, number>()
  let knownSince = performance.now()

  return {
    /**
     * Remembers that cars have entered or left the market.
     * @param changedCars IDs of the changed cars; null if any car may have changed
     */
    add(changedCars: readonly string[] | null) {
      const now = performance.now()
      if (!changedCars) knownSince = now
      for (const id of changedCars ?? []) {
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
      const start = performance.now() - ms
      if (start <= knownSince) return null
      return [...cars].filter(([, at]) => at >= start).map(([id]) => id)
    },
  }
}

const RETRY_SECONDS = 30

/** Builds the error for a stream that exceeds the server's limit or the client's own. */
export function streamRejection(
  code: 'service-unavailable' | 'too-many-requests',
  detail: Sentence = 'No more live connections are available. Try again in a moment.',
): ProblemError {
  return new ProblemError(code, { detail, headers: { 'Retry-After': String(RETRY_SECONDS) } })
}
