import { setTimeout as sleep } from 'node:timers/promises'
import { expected } from '../bootstrap/print.cjs'

const PAUSE_MS = 2_000

/**
 * Reads a value repeatedly until it is not null.
 * @throws an expected error with `failure` after `seconds`
 */
export async function waitUntil<T>(
  read: () => Promise<T | null>,
  { seconds, failure }: { seconds: number; failure: string },
): Promise<T> {
  const endsAt = Date.now() + seconds * 1000
  for (;;) {
    const value = await read()
    if (value !== null) return value
    if (Date.now() > endsAt) throw expected(failure)
    await sleep(PAUSE_MS)
  }
}
