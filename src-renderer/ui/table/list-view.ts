import type { ListRows } from './list-rows.ts'

export interface Sort {
  key: string
  isDescending: boolean
}

export interface ListCriteria {
  sort: Sort | null
  /** The value by which the rows are filtered; null shows all rows. */
  facet: string | null
  /** The search text. A row matches if it contains each of the text's words. */
  find: string
}

/** A list filter: one field's values, with their labels in the table. */
export interface Facet {
  /** The field's name in the API and in URLs: `?state=instock`. */
  name: string
  /** The name of the field in lowercase: 'availability'. */
  label: string
  words: Readonly<Record<string, string>>
}

/** The rows of a server-sorted list that a table currently needs. */
export interface Wanted extends ListCriteria {
  /** Index of the first row in view. */
  first: number
  /** Index after the last row in view. */
  end: number
  /** Keys of rows that stay loaded, wherever they are in the list. */
  retained: readonly string[]
}

/** A list that the server sorts and searches. Its rows are loaded as they come into view. */
export interface ListView<Row> {
  /** The rows; undefined until the first ones are loaded. */
  rows: ListRows<Row> | undefined
  /**
   * Identifies the sort order and filters of the rows. It changes when rows in another order or with other
   * filters arrive.
   */
  criteria: string
  /** Keys of the columns by which the list can be sorted. */
  sortKeys: readonly string[]
  facet?: Facet | undefined
  /** Number of search results per filter value. */
  facets: readonly (readonly [value: string, count: number])[]
  /** True if the list is empty on the server, and not only because of the search or the filter. */
  isEmpty: boolean
  /** Number of rows that are shown if no value is chosen. */
  total: number
  want: (wanted: Wanted) => void
  /**
   * Preloads the rows that another sort order or filter would bring into view, because the user is about to
   * choose it.
   */
  preloadRows: (criteria: ListCriteria) => void
  /**
   * Reports whether the rows already match this sort order and these filters. After a change, loading takes a
   * moment.
   */
  shows: (criteria: ListCriteria) => boolean
  /**
   * Finds a row's index in the list as currently shown, even if the row is not loaded; null if the list does
   * not contain it. Rejects with the API problem.
   */
  findPlace: (key: string) => Promise<number | null>
}
