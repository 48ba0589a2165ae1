import { types } from 'pg'

/**
 * The parsers that convert query results to the form that SQLite returns. Integers and sums become numbers,
 * since money, IDs, and times stay below 2^53. True becomes 1.
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
