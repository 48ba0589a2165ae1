import type { ListRows } from './list-rows.ts'

export interface Sort {
  key: string
  isDescending: boolean
}

export interface ListCriteria {
  sort: Sort | null
  /** The value by which the rows are filtered; null shows all rows. */
  facet: string | null
  /** The search text. Each of its words must appear in the row. */
  find: string
}

/** A filter of a list: the values of one field, with the labels that the table shows for them. */
export interface Facet {
  /** The field's name in the API and in URLs: `?state=instock`. */
  name: string
  /** The name of the values in lowercase: 'availability'. */
  label: string
  words: Readonly<Record<string, string>>
}

/** The rows of a server-sorted list that a table needs now. */
export interface Wanted extends ListCriteria {
  /** Index of the first row in view. */
  first: number
  /** Index after the last row in view. */
  end: number
  /** Keys of rows that stay loaded, wherever they are. */
  retained: readonly string[]
}

/** A list that the server sorts and searches. Its rows are loaded as they come into view. */
export interface ListView<Row> {
  /** The rows; undefined until the first ones are loaded. */
  rows: ListRows<Row> | undefined
  /** Identifies the arrangement of the rows; changes when the rows arrive in another arrangement. */
  criteria: string
  /** Keys of the columns by which the list can be sorted. */
  sortKeys: readonly string[]
  facet?: Facet | undefined
  /** Number of search results per value of the filter. */
  facets: readonly (readonly [value: string, count: number])[]
  /** True if the list is empty according to the server, and not only because of the search or the filter. */
  isEmpty: boolean
  /** Number of rows shown if no value is chosen. */
  total: number
  want: (wanted: Wanted) => void
  /**
   * Preloads the rows that another arrangement would bring into view, because the user is about to choose it.
   */
  preloadRows: (criteria: ListCriteria) => void
  /** Reports whether the rows are already in this arrangement. A new arrangement takes a moment to load. */
  shows: (criteria: ListCriteria) => boolean
  /**
   * Finds the index of a row in the list as currently shown, even if the row is not loaded; null if it is not
   * in the list. Rejects with the API problem.
   */
  findPlace: (key: string) => Promise<number | null>
}
