/** The loaded rows of a list, by index. */
export interface ListRows<Row> {
  /** Total number of rows. */
  count: number
  /** Returns the row at an index; undefined while it loads. */
  at: (index: number) => Row | undefined
  /** Returns the index of a row; -1 if it has not been loaded. */
  indexOf: (key: string) => number
  /** All rows that are loaded and match the search and the filter. */
  read: readonly Row[]
}

/** Wraps the rows of a list that is completely loaded. */
export function listRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string): ListRows<Row> {
  return {
    count: rows.length,
    at: (index) => rows[index],
    indexOf: (key) => rows.findIndex((row) => rowKey(row) === key),
    read: rows,
  }
}
