import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { DatabaseBusyError } from './lost-database.ts'

/**
 * Retries conflicting transactions. SQLite runs one transaction at a time, but Postgres rejects one of two
 * conflicting transactions.
 */

/** Codes from https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html */
const conflictCodes = new Set(['40001', '40P01'])
const MAX_TRIES = 20
const LONGEST_PAUSE_MS = 200

/**
 * A database that retries transactions after conflicts. Retries are safe, since nothing outside the database
 * has been notified yet.
 */
export class RetryingDb extends Kysely<Tables> {
  override transaction() {
    const builder = super.transaction()
    const executeOnce = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <T>(work: Parameters<typeof executeOnce<T>>[0]) => tryAgain(() => executeOnce(work)),
    })
  }
}

/**
 * Runs a transaction, and retries it after a conflict. Retries run one after another. If a hundred
 * transactions on the same rows were retried together, each would conflict with all others.
 * @throws DatabaseBusyError after twenty failed attempts
 */
export function tryAgain<T>(run: () => Promise<T>): Promise<T> {
  return retry(run, runSequentially)
}

/**
 * Runs a read-only query outside of a transaction. Retries it after a deadlock, which a concurrent schema
 * change may cause.
 * @throws DatabaseBusyError after twenty failed attempts
 */
export function readAgain<T>(run: () => Promise<T>): Promise<T> {
  return retry(run, (runNow) => runNow())
}

async function retry<T>(run: () => Promise<T>, runAgain: (run: () => Promise<T>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await (attempt === 1 ? run() : runAgain(run))
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === MAX_TRIES) throw new DatabaseBusyError(error)
      await sleep(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS))
    }
}

let last: Promise<unknown> = Promise.resolve()

function runSequentially<T>(run: () => Promise<T>): Promise<T> {
  const result = last.then(run)
  last = result.catch(() => {})
  return result
}

/** Reports whether an error is a conflict. A failed schema step has the conflict as its cause. */
function isConflict(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return conflictCodes.has(String(code)) || (cause instanceof Error && isConflict(cause))
}
