import { useEffect, useState } from 'react'
import { pagesOf } from '../../api/endpoint.ts'
import { ListError, StaleNotice, type PagedTableProps } from '../PagedTable.tsx'
import { nothingSelected } from '../selection.ts'
import { useOpenParam } from '../use-open-param.ts'
import { arrangeRows } from './arrange-rows.ts'
import { SidePanel } from './SidePanel.tsx'
import { TableBar } from './TableBar.tsx'
import { TableGrid } from './TableGrid.tsx'
import { TableHints } from './TableHints.tsx'
import { useTableSettings } from './table-settings.ts'
import { useFoundSelection } from './use-found-selection.ts'
import { useTakeAll } from './use-take-all.ts'
import './console-table.css'

/** A list as staff work through it: by keyboard, as far as it is loaded and on request to its end. */
export function ConsoleTable<Row>(props: PagedTableProps<Row>) {
  const { query, columns, caption, rowKey, empty, desk = {} } = props
  const { items, total } = pagesOf(query.data)
  const [settings, change] = useTableSettings(caption)
  const [find, setFind] = useState('')
  const [currentKey, setCurrentKey] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const rows = items && arrangeRows(items, columns, { ...settings, find })
  const isNarrowed = find !== '' || settings.facet !== null
  const selection = useFoundSelection(
    desk.selection,
    rows ?? NO_ROWS,
    countInWords(rows?.length ?? 0, query.hasNextPage, isNarrowed ? null : total),
  )
  useTakeAll(selection, rows ?? NO_ROWS, query)
  const current = rows?.find((row) => rowKey(row) === currentKey)
  const nameOf = (row: Row) => nameBy(columns, row)

  // An order by a column holds for the whole list, so all of it must be here.
  useLoadOn(query, settings.sort !== null)
  useOpenParam({
    query,
    find: (key) => items?.some((row) => rowKey(row) === key) ?? false,
    onFound(key) {
      if (!rows?.some((row) => rowKey(row) === key)) {
        change({ facet: null })
        setFind('')
      }
      setCurrentKey(key)
      setOpen(true)
    },
  })

  if (!items && query.error) return <ListError query={query} />
  return (
    <div className="console-table">
      <div className="console-list">
        <TableBar
          {...{ columns, settings, change, find, total }}
          items={items ?? []}
          onFind={setFind}
          hasMore={query.hasNextPage}
        />
        {items?.length === 0 && empty ? (
          empty
        ) : (
          <TableGrid
            {...{ caption, rows, rowKey, nameOf, currentKey }}
            columns={columns.filter(({ key }) => !settings.hidden.includes(key))}
            sort={settings.sort}
            rowCount={query.hasNextPage ? -1 : (rows?.length ?? 0)}
            selection={selection}
            onSort={(sort) => change({ sort })}
            onCurrent={setCurrentKey}
            onOpen={() => setOpen(true)}
            onClose={() => (isOpen ? setOpen(false) : selection?.clear())}
            onDelete={desk.onDelete && ((row) => desk.onDelete?.(row, selection ?? nothingSelected))}
            onEnd={() => {
              if (query.hasNextPage && !query.isFetching && !query.error) query.fetchNextPage()
            }}
          />
        )}
        <StaleNotice query={query} />
        {selection && desk.bulkBar?.(selection)}
      </div>
      {isOpen && current !== undefined && (
        <SidePanel title={nameOf(current)} onClose={() => setOpen(false)}>
          {desk.details?.(current) ?? <Facts columns={columns} row={current} />}
        </SidePanel>
      )}
      <TableHints
        selection={selection}
        isOpen={isOpen && current !== undefined}
        canDelete={desk.onDelete !== undefined}
      />
    </div>
  )
}

const NO_ROWS: readonly never[] = []

/** '12'; '100+' where more may be found, and the list does not say how many. */
function countInWords(count: number, hasMore: boolean, total: number | null): string {
  const known = hasMore ? total : count
  return known === null ? `${count.toLocaleString('en-US')}+` : known.toLocaleString('en-US')
}

/** What the row's columns say, hidden ones too. */
function Facts<Row>({ columns, row }: Pick<PagedTableProps<Row>, 'columns'> & { row: Row }) {
  return (
    <dl className="panel-facts">
      {columns
        .filter(({ kind }) => kind === undefined)
        .map(({ key, header, render }) => (
          <div key={key}>
            <dt>{header}</dt>
            <dd>{render(row)}</dd>
          </div>
        ))}
    </dl>
  )
}

function nameBy<Row>(columns: PagedTableProps<Row>['columns'], row: Row): string {
  return String(columns.find(({ kind }) => kind === 'main')?.value?.(row) ?? '')
}

type Query = PagedTableProps<unknown>['query']

function useLoadOn(query: Query, isWanted: boolean): void {
  const isDue = isWanted && query.hasNextPage && !query.isFetching && !query.error
  useEffect(() => {
    if (isDue) query.fetchNextPage()
  })
}
