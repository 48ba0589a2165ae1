import { lazy, Suspense } from 'react'
import { formatNumber } from '../../../contract/number-format.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { platform } from '../../platform/current.ts'
import { DataTable, type Sorting } from './DataTable.tsx'
import type { PagedTableProps } from './table-props.ts'
import { ListError } from './ListError.tsx'
import { LoadMore } from './LoadMore.tsx'
import { describeSelection } from './selection.ts'
import { StaleNotice } from './StaleNotice.tsx'
import { useErrorToast } from '../overlays/use-error-toast.ts'

const LocalTable = lazy(() =>
  import('./console/LocalTable.tsx').then((module) => ({ default: module.LocalTable })),
) as typeof import('./console/LocalTable.tsx').LocalTable

/**
 * Renders a short list, including its loading, empty, and error states. In the console, its rows
 * can be sorted and searched.
 */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  useErrorToast(props.query)
  if (platform.density === 'comfortable') return <RoomyTable {...props} />
  return (
    <Suspense fallback={null}>
      <LocalTable {...props} />
    </Suspense>
  )
}

interface RoomyTableProps<Row> extends PagedTableProps<Row> {
  sorting?: Sorting
}

export function RoomyTable<Row>({ query, consoleOptions, ...table }: RoomyTableProps<Row>) {
  const { items, total } = flattenPages(query.data)
  if (!items && query.error) return <ListError query={query} />

  const found = formatNumber(total ?? items?.length ?? 0)
  const selection = consoleOptions?.selection && { ...consoleOptions.selection, found }
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
          {selection.items.length > 0 && `${describeSelection(selection)} selected. ${selection.note ?? ''}`}
        </p>
      )}
      {selection && consoleOptions?.bulkBar?.(selection)}
    </>
  )
}
