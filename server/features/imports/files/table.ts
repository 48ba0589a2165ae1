import type { EncodingOption } from '../../../../contract/import-questions.ts'

/** A row and the number of the line where it begins, starting at 1. */
export interface TableRow {
  line: number
  /** The sheet's name, if the table was read from several sheets. */
  sheet?: string
  cells: string[]
}

export function measureRowLength({ cells }: TableRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0)
}

export interface Table {
  /** The column names, some of which may be empty. */
  header: string[]
  rows: TableRow[]
  /** A sentence for the seller about how the table was read, or null if there is nothing to mention. */
  note: string | null
  /** Possible encodings, most likely first, or empty if the encoding is certain. */
  encodings: EncodingOption[]
}
