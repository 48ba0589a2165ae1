import type { Kysely } from 'kysely'
import type { Db } from '../tables.ts'
import { engineOf, type Answers } from './engine.ts'

/** One step of the schema after the baseline. */
export interface Migration {
  /** The name, which never changes once it is released. */
  name: string
  /** Changes the schema, in each engine's own SQL. */
  up: Answers<(db: Kysely<unknown>) => Promise<void>>
}

/**
 * Runs a migration. It has no types of tables, because the tables that it sees differ from the current ones.
 */
export function runMigration(trx: Db, { up }: Migration): Promise<void> {
  return up[engineOf(trx)](trx as unknown as Kysely<unknown>)
}
