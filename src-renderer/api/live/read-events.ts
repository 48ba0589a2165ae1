import { createParser } from 'eventsource-parser'
import type { LiveEvent, MarketEvent } from '../../../contract/events.ts'
import { apiPath } from '../../../contract/api/paths.ts'
import { platform } from '../../platform/current.ts'

export interface ReadEventsOptions<S extends StreamName> {
  stream: S
  /** When this client was last up to date, by its own clock. */
  since: number
  signal: AbortSignal
  onEvent: (event: StreamEvents[S]) => void
  /** Something came, if only a sign of life: until now, nothing was missed. */
  onBeat: () => void
}

/** How a stream ended: it broke off, or was not given; then perhaps with the time to wait. */
export type EndOfEvents = { kind: 'lost' } | { kind: 'refused'; status: number; retryMs: number }

/** The server sends a sign of life every 25 seconds. */
const SILENCE_MS = 60_000
/** What was on its way when the connection broke. */
const OVERLAP_MS = 5_000
const MAX_SINCE_SECONDS = 86_400

/** Reads the stream until it ends. Rejects where no answer came, or when the signal says so. */
export async function readEvents<S extends StreamName>({
  stream,
  since,
  signal,
  onEvent,
  onBeat,
}: ReadEventsOptions<S>): Promise<EndOfEvents> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  restart()
  try {
    const response = await platform.fetch(`${apiPath(stream)}?since=${toSeconds(since)}`, {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) {
      const retryMs = Number(response.headers.get('retry-after')) * 1000
      return { kind: 'refused', status: response.status, retryMs }
    }
    // Ours as it is: the server checks its events against the contract in its tests.
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

/** Where this machine's clock was turned, as if forever: then everything is asked for again. */
function toSeconds(since: number): number {
  const ms = Date.now() - since
  return ms < 0 ? MAX_SINCE_SECONDS : Math.min(Math.ceil((ms + OVERLAP_MS) / 1000), MAX_SINCE_SECONDS)
}

/** What each stream of the contract sends. */
export interface StreamEvents {
  streamEvents: LiveEvent
  streamMarket: MarketEvent
}

export type StreamName = keyof StreamEvents
