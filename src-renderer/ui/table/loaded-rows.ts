export interface LoadedRows<Row> {
  count: number
  at: (index: number) => Row | undefined
  /** Returns a row's index, or -1 if the row has not been loaded. */
  indexOf: (key: string) => number
  /** All loaded rows that match the search and the filter. */
  read: readonly Row[]
}

export function createLoadedRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string): LoadedRows<Row> {
  return {
    count: rows.length,
    at: (index) => rows[index],
    indexOf: (key) => rows.findIndex((row) => rowKey(row) === key),
    read: rows,
  }
}
