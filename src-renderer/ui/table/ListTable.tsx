import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { figure } from '../../../contract/figure.ts'
import { platform } from '../../platform/current.ts'
import { Button } from '../controls/Button.tsx'
import type { Sorting } from './DataTable.tsx'
import { EmptyState } from '../controls/EmptyState.tsx'
import { ListError } from './ListError.tsx'
import { RoomyTable } from './PagedTable.tsx'
import { useErrorToast } from '../overlays/use-error-toast.ts'
import { ListBar } from './ListBar.tsx'
import { directionOf, nextSort } from './list-pages.ts'
import type { ListView, Sort } from './list-view.ts'
import type { PagedTableProps } from './table-props.ts'
import { useAddressArrangement } from './use-address-arrangement.ts'
import { useFoundSelection } from './use-found-selection.ts'

const ConsoleTable = lazy(() =>
  import('./console/ConsoleTable.tsx').then((module) => ({ default: module.ConsoleTable })),
) as typeof import('./console/ConsoleTable.tsx').ConsoleTable

interface ListTableProps<Row> extends PagedTableProps<Row> {
  view: ListView<Row>
  /** Between the bar and the rows of a roomy table. */
  lead?: ReactNode
}

/** A table of a list that the server sorts and searches, dense or roomy as the host has its tables. */
export function ListTable<Row>({ lead, ...props }: ListTableProps<Row>) {
  useErrorToast(props.query)
  if (platform.density === 'comfortable') return <ArrangedTable lead={lead} {...props} />
  return (
    <Suspense fallback={null}>
      <ConsoleTable {...props} />
    </Suspense>
  )
}

/** A roomy table whose rows the server sorts and searches, as the address says. */
function ArrangedTable<Row>({ view, lead, ...props }: ListTableProps<Row>) {
  const { query, columns, rowKey, desk } = props
  const [arrangement, arrange] = useAddressArrangement(view)
  const count = view.rows?.count ?? 0
  const selection = useFoundSelection(desk?.selection, view.rows?.read ?? [], figure(count))
  const kept = selection?.items.map(rowKey) ?? []
  const isNarrowed = arrangement.find !== '' || arrangement.facet !== null
  useEffect(() => view.want({ ...arrangement, first: 0, end: 1, kept }))

  if (!query.data && query.error) return <ListError query={query} />
  return (
    <>
      {!view.isEmpty && (
        <ListBar view={view} columns={columns} arrangement={arrangement} onArrange={arrange} />
      )}
      {lead}
      {isNarrowed && (
        <p role="status" className="sr-only">
          {view.shows(arrangement) && `${figure(count)} found`}
        </p>
      )}
      <RoomyTable
        {...props}
        desk={{ ...desk, selection }}
        empty={
          view.isEmpty ? props.empty : <NothingFound onShowAll={() => arrange({ find: '', facet: null })} />
        }
        sorting={sortingOf(view, arrangement.sort, (sort) => arrange({ sort }))}
      />
    </>
  )
}

function sortingOf(
  { sortKeys }: ListView<unknown>,
  sort: Sort | null,
  onSort: (sort: Sort | null) => void,
): Sorting {
  return {
    directionOf: (key) => directionOf(sort, key),
    buttonOf: ({ key, header }) =>
      sortKeys.includes(key) ? (
        <button
          type="button"
          className="inline-flex min-h-8 items-center gap-1"
          onClick={() => onSort(nextSort(sort, key))}
        >
          {header}
          {directionOf(sort, key) === 'ascending' && <ArrowUp className="size-4" aria-hidden="true" />}
          {directionOf(sort, key) === 'descending' && <ArrowDown className="size-4" aria-hidden="true" />}
        </button>
      ) : null,
  }
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<Search />}
      title="No results"
      text="Nothing in this list matches."
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all
        </Button>
      }
    />
  )
}
