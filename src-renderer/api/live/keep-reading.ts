import { REACHED } from './reached.ts'
import { readEvents, type StreamEvents, type StreamName } from './read-events.ts'

export interface KeepReadingOptions<S extends StreamName> {
  stream: S
  /** Returns the time when this client was last up to date, in milliseconds since 1970. */
  syncedAt: () => number
  signal: AbortSignal
  onEvent: (event: StreamEvents[S]) => void
  onSynced: () => void
  /** Called when the connection is lost, before it is retried. */
  onLost: () => void
  /**
   * Registers a listener for the computer waking from sleep, on hosts that can detect it.
   * @returns a function that unsubscribes
   */
  onWake?: ((listener: () => void) => () => void) | undefined
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Reads the event stream and reopens it whenever it breaks, with a delay that doubles after each
 * failure. Waking from sleep cuts connections silently, so it reconnects immediately. It ends when
 * the signal aborts or the server rejects the session, which `platform.fetch` has already reported.
 */
export async function keepReading<S extends StreamName>(options: KeepReadingOptions<S>): Promise<void> {
  const { signal, onLost, onWake } = options
  let sleepController = new AbortController()
  let failures = 0
  const stop = onWake?.(() => sleepController.abort())
  signal.addEventListener('abort', () => stop?.())
  while (!signal.aborted) {
    sleepController = new AbortController()
    const until = AbortSignal.any([signal, sleepController.signal])
    const end = await readOnce({ ...options, signal: until }, () => (failures = 0))
    if (end === 'ended') return
    if (signal.aborted) return
    onLost()
    await waitFor(Math.max(end.retryMs, waitAfter(failures)), until)
    failures = sleepController.signal.aborted ? 0 : failures + 1
  }
}

/**
 * Reads the stream once.
 * @returns 'ended' if the session has ended; otherwise the server's minimum delay in milliseconds, or 0
 */
async function readOnce<S extends StreamName>(
  { stream, syncedAt, signal, onEvent, onSynced }: KeepReadingOptions<S>,
  onBeat: () => void,
): Promise<'ended' | { retryMs: number }> {
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
    return end.status === 401 || end.status === 403 ? 'ended' : end
  } catch {
    // There was no response or the connection broke. Both are treated like the end of the stream.
    return { retryMs: 0 }
  }
}

/**
 * Returns a random delay in milliseconds, so that clients do not all reconnect simultaneously after a server
 * restart.
 */
function waitAfter(failures: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** (failures + 1), LONGEST_WAIT_MS)
  return FIRST_WAIT_MS + Math.random() * (longest - FIRST_WAIT_MS)
}

/**
 * Waits for up to `ms` milliseconds. The wait ends early if the network is back, a call succeeds,
 * or the user returns to the page.
 */
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
