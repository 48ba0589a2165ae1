import type Sqlite from 'better-sqlite3'
import type { Statement } from './list.ts'

/** Maximum number of cached prepared statements. All lists together need fewer for any search terms. */
const MAX_PREPARED = 200

/** Creates a reader for a separate connection, which prepares each statement once. */
export function createStatements(sqlite: Sqlite.Database) {
  const prepared = new Map<string, Sqlite.Statement>()

  function prepare(text: string): Sqlite.Statement {
    const existing = prepared.get(text)
    if (existing) return existing
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    const statement = sqlite.prepare(text)
    prepared.set(text, statement)
    return statement
  }

  return {
    /** Returns the rows of each statement, all from the same snapshot. */
    read: sqlite.transaction((statements: readonly Statement[]) =>
      statements.map(({ sql, parameters }) => prepare(sql).all(...parameters)),
    ),
  }
}
