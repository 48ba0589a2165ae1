import type { ReactNode } from 'react'
import type { Page } from '../../api/endpoint.ts'
import type { DataTableProps } from './DataTable.tsx'
import type { SelectedRows, Selection, ShownSelection } from './selection.ts'

export interface RowsQuery<Row> {
  data?: { pages: Page<Row[]>[] } | undefined
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

export interface PagedQuery<Row> extends RowsQuery<Row> {
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
}

/** The features of the console's table besides showing rows. */
export interface ConsoleTableOptions<Row> {
  selection?: Selection<Row>
  bulkBar?: (selection: ShownSelection<Row>) => ReactNode
  /** Renders the details panel; by default, it shows the column values. */
  details?: (row: Row) => ReactNode
  /**
   * Returns a function that opens the row's form, or null if the row can't currently be changed.
   */
  edit?: (row: Row) => (() => void) | null
  /**
   * Returns a function that opens a field for the row's price, or null if the price can't currently
   * be changed.
   */
  price?: (row: Row) => (() => void) | null
  /**
   * Returns a function that takes the row off the market or puts it back, or null if neither is
   * currently possible.
   */
  listing?: (row: Row) => (() => void) | null
  /**
   * Returns the Delete key's action for a row, which may be part of the selection, or null if the
   * row can't be deleted.
   */
  deletion?: (row: Row, selected: SelectedRows<Row>) => (() => void) | null
  /** Returns the reason to show when the Delete key is pressed on a row that can't be deleted. */
  cannotDeleteReason?: (row: Row) => string | null
  onNextError?: ((row: Row | undefined) => void) | undefined
}

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'sorting'> {
  query: PagedQuery<Row>
  consoleOptions?: ConsoleTableOptions<Row>
}
