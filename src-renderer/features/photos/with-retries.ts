import { toProblem } from '../../api/problem.ts'

const passing: ReadonlySet<string> = new Set([
  'offline',
  'too-many-requests',
  'overloaded',
  'service-unavailable',
  'internal',
  'unknown',
])
/** Error codes that the photo itself may cause, so retries are limited. */
const unsure: ReadonlySet<string> = new Set(['internal', 'unknown'])
const MAX_UNSURE_ATTEMPTS = 3
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Retries while the obstacle is temporary: no connection, a rate limit, or a busy server.
 * @param canContinue checked before each retry
 * @param onWait receives the reason for the wait, and null once the work has succeeded
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { canContinue, onWait }: { canContinue: () => boolean; onWait: (why: string | null) => void },
): Promise<T> {
  let tries = 0
  for (let ms = FIRST_WAIT_MS; ; ms = Math.min(ms * 2, LONGEST_WAIT_MS)) {
    try {
      const result = await work()
      onWait(null)
      return result
    } catch (error) {
      const { code, message } = toProblem(error)
      if (unsure.has(code)) tries += 1
      if (!passing.has(code) || tries >= MAX_UNSURE_ATTEMPTS || !canContinue()) throw error
      onWait(message)
      await pause(ms)
      if (!canContinue()) throw error
    }
  }
}

/** Waits for the given time, or until the browser is online again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    function end() {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
  })
}
