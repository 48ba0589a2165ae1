import { ArrowDown, ArrowUp, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { formatNumber } from '../../../contract/number-format.ts'
import { platform } from '../../platform/current.ts'
import { Button } from '../controls/Button.tsx'
import { cx } from '../cx.ts'
import type { Sorting } from './DataTable.tsx'
import { EmptyState } from '../controls/EmptyState.tsx'
import { ListError } from './ListError.tsx'
import { RoomyTable } from './PagedTable.tsx'
import { useErrorToast } from '../overlays/use-error-toast.ts'
import { usePrinting } from './use-printing.ts'
import { useAvailableWidth } from './use-available-width.ts'
import { ListBar } from './ListBar.tsx'
import { getSortDirection, nextSort } from './list-pages.ts'
import type { ListView, Sort } from './list-view.ts'
import type { PagedTableProps } from './table-props.ts'
import { useAddressCriteria } from './use-address-state.ts'
import { useFoundSelection } from './use-found-selection.ts'

const ConsoleTable = lazy(() =>
  import('./console/ConsoleTable.tsx').then((module) => ({ default: module.ConsoleTable })),
) as typeof import('./console/ConsoleTable.tsx').ConsoleTable

interface ListTableProps<Row> extends PagedTableProps<Row> {
  view: ListView<Row>
  /** Content between the bar and the rows in the spacious layout. */
  lead?: ReactNode
}

/**
 * Renders a list that the server sorts and searches, in the console's table or in the spacious
 * layout.
 */
export function ListTable<Row>({ lead, ...props }: ListTableProps<Row>) {
  useErrorToast(props.query)
  if (platform.density === 'comfortable') return <SortableTable lead={lead} {...props} />
  return (
    <Suspense fallback={null}>
      <ConsoleTable {...props} />
    </Suspense>
  )
}

/** Renders the spacious layout. The URL determines the sort order, filter, and search. */
function SortableTable<Row>({ view, lead, ...props }: ListTableProps<Row>) {
  const { query, columns, rowKey, consoleOptions } = props
  const [criteria, setCriteria] = useAddressCriteria(view)
  const count = view.rows?.count ?? 0
  const selection = useFoundSelection(consoleOptions?.selection, view.rows?.read ?? [], formatNumber(count))
  const retained = selection?.items.map(rowKey) ?? []
  const isNarrowed = criteria.find !== '' || criteria.facet !== null
  useEffect(() => view.want({ ...criteria, first: 0, end: 1, retained }))
  const box = useRef<HTMLDivElement>(null)
  const availableWidth = useAvailableWidth(box)
  const isPrinting = usePrinting() !== null
  // When rows are shown as cards, the headers are visually hidden and a menu offers sorting.
  // Printed pages have no buttons.
  const hasButtons = availableWidth >= MIN_TABLE_WIDTH_PX && !isPrinting

  return (
    <div ref={box}>
      {!query.data && query.error ? (
        <ListError query={query} />
      ) : (
        <>
          {!view.isEmpty && (
            <ListBar view={view} columns={columns} criteria={criteria} onCriteriaChange={setCriteria} />
          )}
          {lead}
          {isNarrowed && (
            <p role="status" className="sr-only">
              {view.shows(criteria) && `${formatNumber(count)} found`}
            </p>
          )}
          <RoomyTable
            {...props}
            consoleOptions={{ ...consoleOptions, selection }}
            empty={
              view.isEmpty ? (
                props.empty
              ) : (
                <NothingFound onShowAll={() => setCriteria({ find: '', facet: null })} />
              )
            }
            {...(hasButtons && { sorting: sortingOf(view, criteria.sort, (sort) => setCriteria({ sort })) })}
          />
        </>
      )}
    </div>
  )
}

/**
 * Minimum width in pixels for sort buttons. `table.css` shows cards below 800 px excluding borders,
 * and `useAvailableWidth` subtracts the scroll bar.
 */
const MIN_TABLE_WIDTH_PX = 786

function sortingOf(
  { sortKeys }: ListView<unknown>,
  sort: Sort | null,
  onSort: (sort: Sort | null) => void,
): Sorting {
  return {
    directionOf: (key) => getSortDirection(sort, key),
    buttonOf: ({ key, header, align }) =>
      sortKeys.includes(key) ? (
        <button
          type="button"
          className={cx(
            '-my-3 inline-flex min-h-11 min-w-11 items-center gap-1',
            align === 'end' && 'justify-end',
          )}
          onClick={() => onSort(nextSort(sort, key))}
        >
          {header}
          {getSortDirection(sort, key) === 'ascending' && <ArrowUp className="size-4" aria-hidden="true" />}
          {getSortDirection(sort, key) === 'descending' && (
            <ArrowDown className="size-4" aria-hidden="true" />
          )}
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
