import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { DatabaseBusyError } from './lost-database.ts'

/**
 * Retries of conflicting transactions. SQLite runs one transaction at a time; Postgres rejects one of those
 * in conflict.
 */

/** Codes from https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html */
const collisions = new Set(['40001', '40P01'])
const MAX_TRIES = 20
const LONGEST_PAUSE_MS = 200

/**
 * A database that retries transactions that conflicted with others. That is safe, because nothing outside has
 * been notified of them yet.
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
 * Runs a transaction, and retries it after a conflict. If a hundred want the same rows, the rejected ones are
 * retried one after another: together, each would conflict with all others.
 * @throws DatabaseBusyError after twenty failed attempts
 */
export function tryAgain<T>(run: () => Promise<T>): Promise<T> {
  return retry(run, runSequentially)
}

/**
 * Runs a query that reads outside of a transaction, and retries it, because it may deadlock with a change of
 * the schema.
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

/** Reports whether an error is a conflict. The error of a schema step has the conflict as its cause. */
function isCollision(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return collisions.has(String(code)) || (cause instanceof Error && isCollision(cause))
}
