/**
 * Delays of the attempts in milliseconds. Browsers report that the network is back before calls succeed. By
 * the last attempt, they do.
 */
const TRIES_AFTER_MS = [0, 1_000, 5_000]

/**
 * Calls `attempt` when the network is back, and twice more shortly afterward.
 * @param attempt does nothing if an earlier call succeeded; `isFirst` is true for the first of the
 * three calls
 * @returns a function that stops listening
 */
export function onReconnect(attempt: (isFirst: boolean) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let timers: ReturnType<typeof setTimeout>[] = []
  const stop = () => timers.forEach(clearTimeout)
  addEventListener('offline', stop, { signal })
  addEventListener(
    'online',
    () => {
      stop()
      timers = TRIES_AFTER_MS.map((ms, index) => setTimeout(() => attempt(index === 0), ms))
    },
    { signal },
  )
  signal.addEventListener('abort', stop)
  return () => ended.abort()
}
