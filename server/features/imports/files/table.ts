import type { EncodingOption } from '../../../../contract/import-questions.ts'

/** A row and the line of the file where it begins, from 1. */
export interface TableRow {
  line: number
  /** The sheet's name, if the table was read from several sheets. */
  sheet?: string
  cells: string[]
}

/** In characters, of all its cells. */
export function lengthOf({ cells }: TableRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0)
}

export interface Table {
  /** The names of its columns; one may be empty. */
  header: string[]
  rows: TableRow[]
  /** What to know of how it was read, in a sentence. */
  note: string | null
  /** Encodings that the file may have, the likeliest first; empty if its encoding is certain. */
  encodings: EncodingOption[]
}
