import { createParser } from 'eventsource-parser'
import type { LiveEvent, MarketEvent } from '../../../contract/events.ts'
import { apiPath } from '../../../contract/api/paths.ts'
import { platform } from '../../platform/current.ts'

export interface ReadEventsOptions<S extends StreamName> {
  stream: S
  /** The time when this client was last up to date by its own clock, in milliseconds since 1970. */
  since: number
  signal: AbortSignal
  onEvent: (event: StreamEvents[S]) => void
  /** Called whenever data arrives, including heartbeats. Nothing has been missed up to then. */
  onBeat: () => void
}

/**
 * The end of a stream: the connection was lost, or the server rejected it, possibly with a minimum
 * delay.
 */
export type StreamEnd = { kind: 'lost' } | { kind: 'rejected'; status: number; retryMs: number }

/**
 * Silence in milliseconds after which the connection counts as lost. The server sends a heartbeat every 25
 * seconds.
 */
const SILENCE_MS = 60_000
/** Extra time in milliseconds to request, to include events that were in flight when the connection broke. */
const OVERLAP_MS = 5_000
const MAX_SINCE_SECONDS = 86_400

/**
 * Reads the stream until it ends. Rejects if there is no response, the stream falls silent, or the
 * signal aborts.
 */
export async function readEvents<S extends StreamName>({
  stream,
  since,
  signal,
  onEvent,
  onBeat,
}: ReadEventsOptions<S>): Promise<StreamEnd> {
  const idleTimeout = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idleTimeout.abort(), SILENCE_MS)
  }
  restart()
  try {
    const response = await platform.fetch(`${apiPath(stream)}?since=${toSeconds(since)}`, {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, idleTimeout.signal]),
    })
    if (!response.ok || !response.body) {
      const retryMs = Number(response.headers.get('retry-after')) * 1000
      return { kind: 'rejected', status: response.status, retryMs }
    }
    // The server's tests check the events against the contract, so they are not validated here.
    const parser = createParser({ onEvent: ({ data }) => onEvent(JSON.parse(data) as StreamEvents[S]) })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return { kind: 'lost' }
      restart()
      parser.feed(value)
      onBeat()
    }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns how many seconds of past events to request. If this machine's clock was set back, it
 * returns the maximum, to refetch everything.
 */
function toSeconds(since: number): number {
  const ms = Date.now() - since
  return ms < 0 ? MAX_SINCE_SECONDS : Math.min(Math.ceil((ms + OVERLAP_MS) / 1000), MAX_SINCE_SECONDS)
}

/** The event type of each stream in the contract. */
export interface StreamEvents {
  streamEvents: LiveEvent
  streamMarket: MarketEvent
}

export type StreamName = keyof StreamEvents
