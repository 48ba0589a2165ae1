/** The loaded rows of a list, by index. */
export interface ListRows<Row> {
  /** Total number of rows. */
  count: number
  /** Returns the row at an index; undefined while it loads. */
  at: (index: number) => Row | undefined
  /** Returns a row's index; -1 if the row has not been loaded. */
  indexOf: (key: string) => number
  /** All loaded rows that match the search and the filter. */
  read: readonly Row[]
}

/** Wraps the rows of a completely loaded list. */
export function listRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string): ListRows<Row> {
  return {
    count: rows.length,
    at: (index) => rows[index],
    indexOf: (key) => rows.findIndex((row) => rowKey(row) === key),
    read: rows,
  }
}
