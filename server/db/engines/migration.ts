import { readFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { runSql } from './create-schema.ts'
import type { Db } from '../tables.ts'
import { getEngine, type Engine, type PerEngine } from './engine.ts'

/** A step that changes the schema after the baseline. */
export interface Migration {
  /** The migration's name, which must never change once it is released. */
  name: string
  up: PerEngine<(db: Kysely<unknown>) => Promise<void>>
}

/**
 * Runs a migration. Its queries are not typed, since the tables at that step differ from the current ones.
 */
export function runMigration(trx: Db, { up }: Migration): Promise<void> {
  return up[getEngine(trx)](trx as unknown as Kysely<unknown>)
}

/** Returns the migration in `server/db/schema/<name>.<engine>.sql`, which has one file per engine. */
export function fileMigration(name: string): Migration {
  const run = (engine: Engine) => (db: Kysely<unknown>) =>
    runSql(db, readFileSync(new URL(`../schema/${name}.${engine}.sql`, import.meta.url), 'utf8'))
  return { name, up: { sqlite: run('sqlite'), postgres: run('postgres') } }
}
