import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import { DatabaseBusyError } from './lost-database.ts'

/** Transactions that get in each other's way. SQLite has one at a time; Postgres refuses one of them. */

/** https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html */
const collisions = new Set(['40001', '40P01'])
const MAX_TRIES = 20
const LONGEST_PAUSE_MS = 200

/** A database whose transactions are tried again where others were in their way: nobody outside was told of them yet. */
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
 * Of a hundred that want the same, those that were refused go on one after another: together each would be in all others' way.
 * @throws DatabaseBusyError after twenty tries in vain
 */
export function tryAgain<T>(run: () => Promise<T>): Promise<T> {
  return retry(run, alone)
}

/**
 * Runs a query that reads and is not part of a transaction: it may deadlock with a change of the schema.
 * @throws DatabaseBusyError after twenty tries in vain
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

function alone<T>(run: () => Promise<T>): Promise<T> {
  const mine = last.then(run)
  last = mine.catch(() => {})
  return mine
}

/** The error of a step of the schema has the collision as its cause. */
function isCollision(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return collisions.has(String(code)) || (cause instanceof Error && isCollision(cause))
}
