import type { LoadedRows } from './loaded-rows.ts'

export interface Sort {
  key: string
  isDescending: boolean
}

export interface ListCriteria {
  sort: Sort | null
  /** The value that the rows are filtered by, or null to show all rows. */
  facet: string | null
  /** The search text. A row matches if it contains every word. */
  find: string
}

/** A list filter by one field, with a label for each value. */
export interface Facet {
  /** The field's name in the API and in URLs: `?state=instock`. */
  name: string
  /** The field's lowercase name: 'availability'. */
  label: string
  words: Readonly<Record<string, string>>
}

/** The rows of a server-sorted list that a table currently needs. */
export interface RowRequest extends ListCriteria {
  first: number
  /** Index after the last row in view. */
  end: number
  /** Keys of rows that stay loaded at any position in the list. */
  retained: readonly string[]
}

/** A list that the server sorts and searches. Rows load as they come into view. */
export interface ListView<Row> {
  rows: LoadedRows<Row> | undefined
  /**
   * A key for the sort order and filters of the current `rows`. It changes only once the new rows
   * arrive.
   */
  criteria: string
  sortKeys: readonly string[]
  facet?: Facet | undefined
  /** Number of search results per filter value. */
  facets: readonly (readonly [value: string, count: number])[]
  /** True if the list itself is empty, regardless of the search and the filter. */
  isEmpty: boolean
  /** Number of rows that are shown if no value is chosen. */
  total: number
  want: (wanted: RowRequest) => void
  /**
   * Preloads the rows that the user is likely to request next with another sort order or filter.
   */
  preloadRows: (criteria: ListCriteria) => void
  /** Reports whether the rows already match this sort order and these filters. */
  shows: (criteria: ListCriteria) => boolean
  /**
   * Finds a row's index in the displayed list, even if the row is not loaded. Resolves to null if
   * the list does not contain it, and rejects with the API problem.
   */
  findRowIndex: (key: string) => Promise<number | null>
}
