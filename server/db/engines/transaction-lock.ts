import { sql } from 'kysely'
import type { Db } from '../tables.ts'
import { engineOf, type Answers } from './engine.ts'

const answers: Answers<(trx: Db, name: string) => Promise<void>> = {
  // SQLite has only one writer.
  sqlite: async () => {},
  postgres: async (trx, name) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  },
}

/** Waits for other transactions that hold a lock of this name, and holds it until the transaction ends. */
export function lockInTransaction(trx: Db, name: string): Promise<void> {
  return answers[engineOf(trx)](trx, name)
}
