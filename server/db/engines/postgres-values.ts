import { types } from 'pg'

/**
 * What queries answer, as SQLite answers it: whole numbers and sums are numbers (money, ids and times stay below 2^53), and
 * what is true is 1.
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
