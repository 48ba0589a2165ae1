import { types } from 'pg'

/**
 * The parsers that return query results in the form of SQLite's: whole numbers and sums are numbers (money,
 * IDs, and times stay below 2^53), and true is 1.
 */
export const postgresValues = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return parsers[oid] ?? types.getTypeParser(oid, format)
  },
}

const parsers: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
}
