import type { ReactNode } from 'react'
import type { Page } from '../../api/endpoint.ts'
import type { DataTableProps } from './DataTable.tsx'
import type { SelectedRows, Selection, ShownSelection } from './selection.ts'

/** The result of a list's query hook. */
export interface RowsQuery<Row> {
  data?: { pages: Page<Row[]>[] } | undefined
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** The result of a query hook for a list that is loaded page by page. */
export interface PagedQuery<Row> extends RowsQuery<Row> {
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
}

/** The actions of the console's table beyond showing rows. */
export interface TableDesk<Row> {
  selection?: Selection<Row>
  /** Renders the actions for the selected rows. */
  bulkBar?: (selection: ShownSelection<Row>) => ReactNode
  /** Renders a row's details next to its list; by default, the column values. */
  details?: (row: Row) => ReactNode
  /** Returns a function that opens the row's form; null if the row can't currently be changed. */
  edit?: (row: Row) => (() => void) | null
  /**
   * Returns a function that opens a field for the row's price; null if the price can't currently be changed.
   */
  price?: (row: Row) => (() => void) | null
  /**
   * Returns a function that takes the row off the market or puts it back; null if neither is currently
   * possible.
   */
  listing?: (row: Row) => (() => void) | null
  /**
   * Returns the Delete key's action for a row, which may be part of the selection; null if the row can't be
   * deleted.
   */
  deletion?: (row: Row, selected: SelectedRows<Row>) => (() => void) | null
  /**
   * Returns the reason why a row can't be deleted, which pressing the Delete key then shows; null if there is
   * no reason to show.
   */
  cannotDeleteReason?: (row: Row) => string | null
  /** Moves to the next row with an error, starting from the given row, if any. */
  onNextError?: ((row: Row | undefined) => void) | undefined
}

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'sorting'> {
  query: PagedQuery<Row>
  desk?: TableDesk<Row>
}
