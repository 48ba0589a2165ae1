/** A row and the line of the file where it begins, from 1. */
export interface TableRow {
  line: number
  cells: string[]
}

export interface Table {
  /** The names of its columns; one may be empty. */
  header: string[]
  rows: TableRow[]
}
