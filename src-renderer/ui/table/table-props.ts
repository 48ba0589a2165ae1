import type { ReactNode } from 'react'
import type { Page } from '../../api/endpoint.ts'
import type { DataTableProps } from './DataTable.tsx'
import type { SelectedRows, Selection, ShownSelection } from './selection.ts'

/** What the hook of a list's query answers. */
export interface RowsQuery<Row> {
  data?: { pages: Page<Row[]>[] } | undefined
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** The same of a list that is read page after page. */
export interface PagedQuery<Row> extends RowsQuery<Row> {
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
}

/** What the console's table does beyond reading. */
export interface TableDesk<Row> {
  selection?: Selection<Row>
  /** What can be done to the selected rows. */
  bulkBar?: (selection: ShownSelection<Row>) => ReactNode
  /** A row beside its list; what its columns say unless given. */
  details?: (row: Row) => ReactNode
  /** What opens the row's form; null where it cannot be changed now. */
  edit?: (row: Row) => (() => void) | null
  /** What opens a field in the row's price; null where it cannot be changed now. */
  price?: (row: Row) => (() => void) | null
  /** What takes the row off the market or puts it back; null where neither can be done now. */
  listing?: (row: Row) => (() => void) | null
  /** What the Delete key does on a row, which may be one of those that are selected; null where it stays. */
  deletion?: (row: Row, selected: SelectedRows<Row>) => (() => void) | null
  /** Why a row stays, which the Delete key then says; null where there is nothing to say. */
  cannotDeleteReason?: (row: Row) => string | null
  /** Leads on from the row, or from none, to the next that is at fault. */
  onNextError?: ((row: Row | undefined) => void) | undefined
}

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'sorting'> {
  query: PagedQuery<Row>
  desk?: TableDesk<Row>
}
