import type { EncodingOption } from '../../../../contract/import-questions.ts'

/** A row and the line of the file where it begins, from 1. */
export interface TableRow {
  line: number
  /** The sheet's name, if the table was read from several sheets. */
  sheet?: string
  cells: string[]
}

/** Returns the number of characters in all cells of a row. */
export function lengthOf({ cells }: TableRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0)
}

export interface Table {
  /** The names of the columns; a name may be empty. */
  header: string[]
  rows: TableRow[]
  /** A sentence for the seller about how the table was read; null if there is nothing to mention. */
  note: string | null
  /** Possible encodings of the file, the likeliest first; empty if its encoding is certain. */
  encodings: EncodingOption[]
}
