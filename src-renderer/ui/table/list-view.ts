import type { ListRows } from './list-rows.ts'

export interface Sort {
  key: string
  isDescending: boolean
}

export interface ListArrangement {
  sort: Sort | null
  /** One value of the column that rows can be narrowed by; null shows all. */
  facet: string | null
  /** Words that must all be somewhere in the row. */
  find: string
}

/** What a list can be narrowed by: the values of one field, by the words that the table has for them. */
export interface Facet {
  /** The name that the API and an address have for it: `?state=instock`. */
  name: string
  /** What the values are, in lower case: 'availability'. */
  label: string
  words: Readonly<Record<string, string>>
}

/** What a table shows of a list that the server arranges. */
export interface Wanted extends ListArrangement {
  /** The first row in sight. */
  first: number
  /** One after the last. */
  end: number
  /** The keys of rows that stay read, wherever they are. */
  kept: readonly string[]
}

/** A list that the server sorts and searches: its rows are read as they come into sight. */
export interface ListView<Row> {
  /** undefined until the first are there. */
  rows: ListRows<Row> | undefined
  /** Changes when the rows come in another arrangement. */
  arrangement: string
  /** The keys of the columns that it can be sorted by. */
  sortKeys: readonly string[]
  facet?: Facet | undefined
  /** How many there are of each value that rows can be narrowed by, of what the words find. */
  facets: readonly (readonly [value: string, count: number])[]
  /** Nothing is in it, by the server's word, and not because of how it is narrowed. */
  isEmpty: boolean
  /** How many are shown where they are not narrowed by such a value. */
  total: number
  want: (wanted: Wanted) => void
  /** Reads what would be in sight of another arrangement, which somebody is about to choose. */
  readAhead: (arrangement: ListArrangement) => void
  /** Whether that is how its rows come now: what is wanted takes a moment. */
  shows: (arrangement: ListArrangement) => boolean
  /** At which place of what it shows now a row stands, read or not; null where it is not found. Rejects with the problem. */
  findPlace: (key: string) => Promise<number | null>
}
