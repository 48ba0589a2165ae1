import type Sqlite from 'better-sqlite3'
import type { Statement } from './list.ts'

/** Those of all lists, with any words, are fewer. */
const MAX_PREPARED = 200

/** Reads of a connection's own, each prepared once. */
export function createStatements(sqlite: Sqlite.Database) {
  const prepared = new Map<string, Sqlite.Statement>()

  function prepare(text: string): Sqlite.Statement {
    const known = prepared.get(text)
    if (known) return known
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    const statement = sqlite.prepare(text)
    prepared.set(text, statement)
    return statement
  }

  return {
    /** @returns the rows of each; a page and the total beside it are of the same moment */
    read: sqlite.transaction((statements: readonly Statement[]) =>
      statements.map(({ sql, parameters }) => prepare(sql).all(...parameters)),
    ),
  }
}
