import { setImmediate as others } from 'node:timers/promises'
import type { MarketEvent } from '../../../contract/events.ts'
import { ProblemError, type Sentence } from '../../../contract/api/problems.ts'
import type { EventStream } from '../../http/event-stream.ts'
import { networkOf } from '../../http/network-of.ts'

/** Those who look at the market without an account, and are told which cars to ask for again. */
export interface MarketStreams {
  /**
   * Lets somebody listen.
   * @param ip where they are
   * @param since how many seconds ago they were last up to date
   * @returns what to do with their stream once it is open
   * @throws ProblemError `too-many-requests`, `service-unavailable`
   */
  admit(ip: string, since: number | undefined): (stream: EventStream) => void
  /** @param cars by their ids; null where any may have changed */
  tell(cars: readonly string[] | null): void
  countStreams(): number
  /** Ends every stream, and admits nobody any more. */
  close(): void
}

interface MarketOptions {
  beatMs: number
  maxStreams?: number
  maxPerNetwork?: number
}

/** Beside those of members, whom strangers cannot crowd out. */
const MAX_STREAMS = 5_000
/** Browsers, each with one stream: an office, or a school, is one address. */
const MAX_PER_NETWORK = 100
/** Who was away for longer, or missed more cars, is told that any may have changed. */
const REMEMBERED_MS = 10 * 60_000
const REMEMBERED_CARS = 1_000
const TOLD_AT_ONCE = 100

export function createMarketStreams(options: MarketOptions): MarketStreams {
  const { beatMs, maxStreams = MAX_STREAMS, maxPerNetwork = MAX_PER_NETWORK } = options
  const streams = new Set<EventStream>()
  const networks = new Map<string, number>()
  const past = createPast()
  let isClosed = false
  const timer = setInterval(() => void inTurns((stream) => stream.beat()), beatMs).unref()

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
      void inTurns((stream) => stream.send(event))
    },
    countStreams: () => streams.size,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const stream of streams) stream.end()
    },
  }

  /** Requests are answered in between. */
  async function inTurns(tell: (stream: EventStream) => void) {
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

/** When each car came or went last, for those who were away a while. */
function createPast() {
  // In order of time: what changes again is put at the end.
  const cars = new Map<string, number>()
  let knownSince = performance.now()

  return {
    /** @param changed null where any may have changed */
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
    /** @returns null where more may have changed than is known */
    since(ms: number): string[] | null {
      const from = performance.now() - ms
      if (from <= knownSince) return null
      return [...cars].filter(([, at]) => at >= from).map(([id]) => id)
    },
  }
}

const RETRY_SECONDS = 30

/** For whom there is no stream: no more are there at all, or they have as many as one may. */
export function streamRejection(
  code: 'service-unavailable' | 'too-many-requests',
  detail: Sentence = 'No more live connections are available. Try again in a moment.',
): ProblemError {
  return new ProblemError(code, { detail, headers: { 'Retry-After': String(RETRY_SECONDS) } })
}
