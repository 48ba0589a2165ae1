import type { Database } from 'better-sqlite3'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Reads a whole database while it is in use.
 * @returns what is wrong with it, or null
 */
export async function findDamage(file: string): Promise<string | null> {
  if (file === ':memory:') return null
  const worker = new Worker(new URL('./integrity-worker.ts', import.meta.url), { workerData: file })
  try {
    // An error in it rejects this.
    const [damage] = (await once(worker, 'message')) as [string | null]
    return damage
  } catch (error) {
    return (error as Error).message
  }
}

/** @see https://www.sqlite.org/pragma.html#pragma_quick_check */
export function damageOf(sqlite: Database, check: 'integrity_check' | 'quick_check'): string | null {
  try {
    const answer = sqlite.pragma(`${check}(1)`, { simple: true })
    return answer === 'ok' ? null : String(answer)
  } catch (error) {
    return (error as Error).message
  }
}
