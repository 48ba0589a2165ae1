import { readFileSync } from 'node:fs'
import { sql, type QueryExecutorProvider } from 'kysely'
import { getEngine, type PerEngine } from './engine.ts'
import { wordFunctions } from './full-text.ts'

const prerequisites: PerEngine<string> = { sqlite: '', postgres: wordFunctions }

/** Creates the tables, indexes, and triggers of the baseline. */
export async function createSchema(db: QueryExecutorProvider): Promise<void> {
  const engine = getEngine(db)
  const file = new URL(`../schema/schema.${engine}.sql`, import.meta.url)
  await runSql(db, prerequisites[engine])
  await runSql(db, readFileSync(file, 'utf8'))
}

/** Splits SQL into statements. SQLite prepares one at a time. */
const splitSql: PerEngine<(text: string) => string[]> = {
  sqlite: (text) => text.split(/(?<=;)\n(?! |end;)/),
  postgres: (text) => [text],
}

/**
 * Runs SQL that consists of several statements. A statement ends with a semicolon at the end of a line. All
 * of its lines but the first are indented, and a trigger ends with the line `end;`.
 */
export async function runSql(db: QueryExecutorProvider, text: string): Promise<void> {
  const statements = splitSql[getEngine(db)](text).filter((statement) => statement.trim() !== '')
  for (const statement of statements) await sql.raw(statement).execute(db)
}
