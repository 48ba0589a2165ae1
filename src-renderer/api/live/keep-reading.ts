import { REACHED } from './reached.ts'
import { readEvents, type StreamEvents, type StreamName } from './read-events.ts'

export interface KeepReadingOptions<S extends StreamName> {
  stream: S
  /** When this client was last up to date. */
  syncedAt: () => number
  signal: AbortSignal
  onEvent: (event: StreamEvents[S]) => void
  /** Up to date as of now. */
  onSynced: () => void
  /** The connection is gone; it is tried again. */
  onLost: () => void
  /** Tells when the computer wakes from sleep, where that can be known. @returns ends it */
  onWake?: ((listener: () => void) => () => void) | undefined
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Reads the stream of events, and opens it again whenever it breaks, after waits that double; at once when the computer
 * wakes from sleep, which cuts connections in silence. Ends by the signal, and where the server does not know the session
 * any more: `platform.fetch` has told of that.
 */
export async function keepReading<S extends StreamName>(options: KeepReadingOptions<S>): Promise<void> {
  const { signal, onLost, onWake } = options
  let asleep = new AbortController()
  let failures = 0
  const stop = onWake?.(() => asleep.abort())
  signal.addEventListener('abort', () => stop?.())
  while (!signal.aborted) {
    asleep = new AbortController()
    const until = AbortSignal.any([signal, asleep.signal])
    const end = await readOnce({ ...options, signal: until }, () => (failures = 0))
    if (end === 'for good') return
    if (signal.aborted) return
    onLost()
    await waitFor(Math.max(end.retryMs, waitAfter(failures)), until)
    failures = asleep.signal.aborted ? 0 : failures + 1
  }
}

/** @returns how long the server wants to be left alone at least, 0 where it does not say */
async function readOnce<S extends StreamName>(
  { stream, syncedAt, signal, onEvent, onSynced }: KeepReadingOptions<S>,
  onBeat: () => void,
): Promise<'for good' | { retryMs: number }> {
  try {
    const end = await readEvents({
      stream,
      since: syncedAt(),
      signal,
      onEvent,
      onBeat() {
        onBeat()
        onSynced()
      },
    })
    if (end.kind === 'lost') return { retryMs: 0 }
    return end.status === 401 || end.status === 403 ? 'for good' : end
  } catch {
    // No answer, or the connection broke: the same as its end.
    return { retryMs: 0 }
  }
}

/** At random, so that the server's restart does not bring everybody back in the same moment. */
function waitAfter(failures: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (failures + 1), LONGEST_WAIT_MS)
  return FIRST_WAIT_MS + Math.random() * (longest - FIRST_WAIT_MS)
}

/** Shorter where the network is back, a call came through, or somebody looks at the page again. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = new AbortController()
    const timer = setTimeout(finish, ms)
    const { signal: until } = done
    const soon = () => setTimeout(finish, FIRST_WAIT_MS)
    addEventListener('online', soon, { signal: until })
    addEventListener(REACHED, soon, { signal: until })
    addEventListener('visibilitychange', () => !document.hidden && soon(), { signal: until, capture: true })
    signal.addEventListener('abort', finish, { signal: until })

    function finish() {
      clearTimeout(timer)
      done.abort()
      resolve()
    }
  })
}
