import { sql } from 'kysely'
import type { Db } from '../tables.ts'
import { getEngine, type PerEngine } from './engine.ts'

const byEngine: PerEngine<(trx: Db, name: string) => Promise<void>> = {
  // SQLite has only one writer, so it needs no lock.
  sqlite: async () => {},
  postgres: async (trx, name) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  },
}

/**
 * Acquires the named lock and holds it until the transaction ends. Waits while another transaction holds it.
 */
export function lockInTransaction(trx: Db, name: string): Promise<void> {
  return byEngine[getEngine(trx)](trx, name)
}
