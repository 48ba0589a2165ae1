import { sql, type QueryExecutorProvider } from 'kysely'
import { engineOf, type Answers } from './engine.ts'

/** SQLite prepares one statement at a time. The lines of a statement after the first are indented, or end it. */
const splitSql: Answers<(text: string) => string[]> = {
  sqlite: (text) => text.split(/(?<=;)\n(?! |end;)/),
  postgres: (text) => [text],
}

/** Runs a text of several statements. A statement ends with a semicolon at the end of a line. */
export async function runSql(db: QueryExecutorProvider, text: string): Promise<void> {
  const statements = splitSql[engineOf(db)](text).filter((statement) => statement.trim() !== '')
  for (const statement of statements) await sql.raw(statement).execute(db)
}
