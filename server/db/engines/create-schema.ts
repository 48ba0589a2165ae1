import { readFileSync } from 'node:fs'
import type { QueryExecutorProvider } from 'kysely'
import { engineOf, type Answers } from './engine.ts'
import { wordFunctions } from './full-text.ts'
import { runSql } from './run-sql.ts'

const before: Answers<string> = { sqlite: '', postgres: wordFunctions }

/** Creates the tables, indexes and triggers of the baseline. */
export async function createSchema(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db)
  const file = new URL(`../schema/schema.${engine}.sql`, import.meta.url)
  await runSql(db, before[engine])
  await runSql(db, readFileSync(file, 'utf8'))
}
