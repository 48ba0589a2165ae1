/** The rows of a list by their places, as far as they have been read. */
export interface ListRows<Row> {
  /** How many there are. */
  count: number
  /** undefined while it is being read. */
  at: (index: number) => Row | undefined
  /** -1 where it has not been read. */
  indexOf: (key: string) => number
  /** All that have been read and are found. */
  read: readonly Row[]
}

/** Of a list that has been read. */
export function listRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string): ListRows<Row> {
  return {
    count: rows.length,
    at: (index) => rows[index],
    indexOf: (key) => rows.findIndex((row) => rowKey(row) === key),
    read: rows,
  }
}
