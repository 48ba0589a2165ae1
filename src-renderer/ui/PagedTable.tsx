import { lazy, Suspense, type ReactNode } from 'react'
import { figure } from '../../contract/figure.ts'
import type { Page } from '../api/endpoint.ts'
import { pagesOf } from '../api/endpoint.ts'
import { toProblem } from '../api/problem.ts'
import { platform } from '../platform/current.ts'
import { Button } from './Button.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { ListError } from './ListError.tsx'
import { LoadMore } from './LoadMore.tsx'
import type { PlacedList } from './placed/placed-list.ts'
import { Notice } from './Notice.tsx'
import { scopeOf, type SelectedRows, type Selection, type ShownSelection } from './selection.ts'
import { useErrorToast } from './use-error-toast.ts'

const ConsoleTable = lazy(() =>
  import('./console-table/ConsoleTable.tsx').then((module) => ({ default: module.ConsoleTable })),
) as typeof import('./console-table/ConsoleTable.tsx').ConsoleTable

/** What a list's `use…InfiniteQuery` hook answers. */
export interface PagedQuery<Row> {
  data?: { pages: Page<Row[]>[] } | undefined
  error?: unknown
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
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
  whyKept?: (row: Row) => string | null
  /** Leads on from the row, or from none, to the next that is at fault. */
  onNextError?: ((row: Row | undefined) => void) | undefined
}

interface RoomyTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  query: PagedQuery<Row>
  desk?: TableDesk<Row>
}

export interface PagedTableProps<Row> extends RoomyTableProps<Row> {
  /** Where the server arranges the list; without it, the console's table arranges what has been read. */
  placed?: PlacedList<Row> | undefined
}

/** A table of a list that comes in pages, in each of its states. */
export function PagedTable<Row>({ placed, ...props }: PagedTableProps<Row>) {
  useErrorToast(props.query)
  if (platform.density === 'comfortable') return <RoomyTable {...props} />
  return (
    <Suspense fallback={null}>
      <ConsoleTable placed={placed} {...props} />
    </Suspense>
  )
}

function RoomyTable<Row>({ query, desk, ...table }: RoomyTableProps<Row>) {
  const { items, total } = pagesOf(query.data)
  if (!items && query.error) return <ListError query={query} />

  const found = figure(total ?? items?.length ?? 0)
  const selection = desk?.selection && { ...desk.selection, found }
  return (
    <>
      <DataTable {...table} rows={items} />
      <StaleNotice query={query} />
      <LoadMore
        shown={items?.length ?? 0}
        total={total}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        error={query.error}
        onLoadMore={() => void query.fetchNextPage()}
      />
      {selection && (
        <p role="status" className="sr-only">
          {selection.items.length > 0 && `${scopeOf(selection)} selected. ${selection.note ?? ''}`}
        </p>
      )}
      {selection && desk?.bulkBar?.(selection)}
    </>
  )
}

/** Below rows that are there: that newer ones, or the next ones, did not come. */
export function StaleNotice({ query }: { query: PagedQuery<unknown> }) {
  if (!query.data || !query.error) return null
  return (
    <Notice tone="warning" isAlert className="mt-4" title={toProblem(query.error).message}>
      <p>This list may be out of date.</p>
      <div>
        <Button
          variant="secondary"
          size="small"
          loading={query.isFetching}
          onClick={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        >
          Try again
        </Button>
      </div>
    </Notice>
  )
}
