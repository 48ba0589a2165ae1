import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { DatabaseBusyError } from './lost-database.ts'

/**
 * Retries conflicting transactions. SQLite runs one transaction at a time, but Postgres rejects one of two
 * conflicting transactions.
 */

/** Codes from https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html */
const collisions = new Set(['40001', '40P01'])
const MAX_TRIES = 20
const LONGEST_PAUSE_MS = 200

/**
 * A database that retries transactions after conflicts. Retries are safe, because nothing outside the
 * database has been notified yet.
 */
export class RetryingDb extends Kysely<Tables> {
  override transaction() {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <T>(work: Parameters<typeof once<T>>[0]) => tryAgain(() => once(work)),
    })
  }
}

/**
 * Runs a transaction, and retries it after a conflict. Rejected transactions are retried one after another.
 * If a hundred that need the same rows were retried together, each would conflict with all others.
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
  return retry(run, (again) => again())
}

async function retry<T>(run: () => Promise<T>, runAgain: (run: () => Promise<T>) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await (tried === 1 ? run() : runAgain(run))
    } catch (error) {
      if (!isCollision(error)) throw error
      if (tried === MAX_TRIES) throw new DatabaseBusyError(error)
      await sleep(Math.random() * Math.min(2 ** tried, LONGEST_PAUSE_MS))
    }
}

let last: Promise<unknown> = Promise.resolve()

function runSequentially<T>(run: () => Promise<T>): Promise<T> {
  const mine = last.then(run)
  last = mine.catch(() => {})
  return mine
}

/** Reports whether an error is a conflict. An error in a schema step has the conflict as its cause. */
function isCollision(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return collisions.has(String(code)) || (cause instanceof Error && isCollision(cause))
}
