import type { LiveEvent } from '../../../contract/events.ts'
import { readEvents } from './read-events.ts'

export interface KeepReadingOptions {
  /** When this client was last up to date. */
  syncedAt: () => number
  signal: AbortSignal
  onEvent: (event: LiveEvent) => void
  /** Up to date as of now. */
  onSynced: () => void
  /** The connection is gone; it is tried again. */
  onLost: () => void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Reads the stream of events, and opens it again whenever it breaks, after waits that double. Ends by the signal, and
 * where the server does not know the session any more: `platform.fetch` has told of that.
 */
export async function keepReading({
  syncedAt,
  signal,
  onEvent,
  onSynced,
  onLost,
}: KeepReadingOptions): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let retryMs = 0
    try {
      const end = await readEvents({
        since: syncedAt(),
        signal,
        onEvent,
        onBeat() {
          failures = 0
          onSynced()
        },
      })
      if (end.kind === 'refused') {
        if (end.status === 401 || end.status === 403) return
        retryMs = end.retryMs
      }
    } catch {
      // No answer, or the connection broke: the same as its end.
    }
    if (signal.aborted) return
    onLost()
    await waitFor(Math.max(retryMs, waitAfter(failures)), signal)
    failures += 1
  }
}

/** At random, so that the server's restart does not bring everybody back in the same moment. */
function waitAfter(failures: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (failures + 1), LONGEST_WAIT_MS)
  return FIRST_WAIT_MS + Math.random() * (longest - FIRST_WAIT_MS)
}

/** Shorter where the network is back, or somebody looks at the page again. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const timer = setTimeout(finish, ms)
    const { signal: until } = done
    const soon = () => setTimeout(finish, FIRST_WAIT_MS)
    addEventListener('online', soon, { signal: until })
    addEventListener('visibilitychange', () => !document.hidden && soon(), { signal: until, capture: true })
    signal.addEventListener('abort', finish, { signal: until })

    function finish() {
      clearTimeout(timer)
      done.abort()
      resolve()
    }
  })
}
