import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { formatNumber } from '../../../../contract/number-format.ts'
import { flattenPages } from '../../../api/endpoint.ts'
import { ListError } from '../ListError.tsx'
import type { PagedTableProps } from '../table-props.ts'
import { StaleNotice } from '../StaleNotice.tsx'
import type { ListCriteria, ListView } from '../list-view.ts'
import { nothingSelected } from '../selection.ts'
import { pickFittingColumns } from './column-layout.ts'
import { PrintedNote } from './PrintedNote.tsx'
import { SidePanel } from './SidePanel.tsx'
import { TableBar } from './TableBar.tsx'
import { TableGrid } from './TableGrid.tsx'
import { TableHints } from './TableHints.tsx'
import { useTableSettings, type TableSettings } from './table-settings.ts'
import { useFoundSelection } from '../use-found-selection.ts'
import { useBufferedKeys } from './use-buffered-keys.ts'
import { useOpenRow } from './use-open-row.ts'
import { usePrintableList } from './use-printable-list.ts'
import { usePrinting } from '../use-printing.ts'
import { useAvailableWidth } from '../use-available-width.ts'
import { initialFocusRequest, useLeftRow } from './use-row-focus.ts'
import { useTakeAll } from './use-take-all.ts'
import { useVisit } from './use-visit.ts'
import './console-table.css'
import './printed-list.css'

interface ConsoleTableProps<Row> extends PagedTableProps<Row> {
  view: ListView<Row>
}

/** Renders a list for staff. It is fully operable by keyboard. */
export function ConsoleTable<Row>(props: ConsoleTableProps<Row>) {
  const { query, view, columns, caption, rowKey, empty, consoleOptions = {} } = props
  const { items } = flattenPages(query.data)
  const [settings, change] = useTableSettings(caption)
  const [find, setFind] = useFind(caption)
  const [currentKey, setCurrentKey] = useState(useLeftRow(caption))
  const [focusRequest, setFocusRequest] = useState(initialFocusRequest)
  const [timesLeft, setTimesLeft] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const isLeavingSearch = useRef(false)
  const bufferedKeys = useBufferedKeys()
  const { rows, isEmpty, total, facets } = view
  const fromStart = items ?? NO_ROWS
  const selection = useFoundSelection(
    consoleOptions.selection,
    rows?.read ?? NO_ROWS,
    formatNumber(rows?.count ?? 0),
  )
  const criteria = { sort: settings.sort, facet: settings.facet, find }
  const isShown = view.shows(criteria)
  const narrowing = JSON.stringify([settings.facet, find])
  useTakeAll(selection, fromStart, query, narrowing, isShown)
  usePrintableList(fromStart, query, isShown)
  const current = currentKey === null ? undefined : rows?.at(rows.indexOf(currentKey))
  const nameOf = (row: Row) => nameBy(columns, row)
  const list = useRef<HTMLDivElement>(null)
  const availableWidth = useAvailableWidth(list)
  const isPrinting = usePrinting() !== null
  const chosenColumns = useMemo(
    () => columns.filter(({ key }) => !settings.hidden.includes(key)),
    [columns, settings.hidden],
  )
  const shownColumns = pickFittingColumns(isPrinting ? Infinity : availableWidth, {
    columns: isPrinting ? chosenColumns.filter(({ isScreenOnly }) => !isScreenOnly) : chosenColumns,
    widths: settings.widths,
    hasChecks: selection !== undefined,
  })

  const dropRow = useOpenRow({
    view,
    criteria,
    isNarrowed: isNarrowed(settings, find),
    onFound: openRow,
    onWiden: showAll,
  })
  /**
   * Changes the table's settings. Rows that will come into view are requested before the table
   * rerenders.
   */
  function applySettings(changes: Partial<TableSettings>) {
    view.preloadRows({ ...criteria, ...changes })
    change(changes)
  }

  function showAll() {
    change({ facet: null })
    setFind('')
  }

  function openRow(key: string, index: number | null = null) {
    // The loaded list has a different row at the index that the server reported, so the list is
    // outdated.
    const loadedRow = index === null ? undefined : rows?.at(index)
    if (loadedRow !== undefined && rowKey(loadedRow) !== key) query.refetch()
    setCurrentKey(key)
    setOpen(true)
    moveFocusTo(key, index)
  }

  function moveFocusTo(key: string | null = null, index: number | null = null) {
    setFocusRequest(({ number }) => ({ number: number + 1, key, index, timesLeft }))
  }

  /**
   * Moves the focus from the search field to the current row, or to the first row if the results
   * don't contain the current one. It waits for results that are still loading.
   */
  function leaveSearch() {
    isLeavingSearch.current = !isShown
    if (!isShown) return bufferedKeys.hold()
    if (rows?.count === 0) bufferedKeys.drop()
    const first = rows?.at(0)
    if (current !== undefined || first === undefined) return moveFocusTo()
    setCurrentKey(rowKey(first))
    moveFocusTo(rowKey(first))
  }

  function close() {
    setOpen(false)
    moveFocusTo()
  }

  /**
   * Closes the panel, or else clears the selection, or else clears the search.
   * @returns false if there was nothing to close or clear
   */
  function leave(): boolean {
    if (isOpen && current !== undefined) close()
    else if (selection && (selection.items.length > 0 || selection.isTakingAll)) selection.clear()
    else if (find !== '') setFind('')
    else return false
    return true
  }

  const finishLeaving = useEffectEvent((isLoaded: boolean) => {
    if (isLoaded && isLeavingSearch.current) leaveSearch()
  })
  useEffect(() => finishLeaving(isShown), [isShown])

  const hasSelection = selection !== undefined && (selection.items.length > 0 || selection.isTakingAll)
  // Clearing the selection unmounts the selection bar and any focused control in it, so the focus
  // moves to the row.
  const returnToRow = useEffectEvent((isSelected: boolean) => {
    if (!isSelected && document.activeElement === document.body) moveFocusTo()
  })
  useEffect(() => returnToRow(hasSelection), [hasSelection])

  /** Handles Escape for any focus, unless the focused element handles it. */
  const clearByKey = useEffectEvent((event: KeyboardEvent) => {
    const isInPopup = event.target instanceof Element && event.target.closest(popups) !== null
    if (event.key !== 'Escape' || event.defaultPrevented || isInPopup || !hasSelection) return
    event.preventDefault()
    if (isOpen && current !== undefined) return close()
    selection.clear()
    moveFocusTo()
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => clearByKey(event)
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])

  const retained = [...(selection?.items ?? []), ...(current === undefined ? [] : [current])].map(rowKey)

  if (!items && query.error) return <ListError query={query} />
  return (
    <div className="console-table">
      <div ref={list} className="console-list">
        <TableBar
          {...{ columns, settings, find, total, facets }}
          change={applySettings}
          dropped={chosenColumns.filter((column) => !shownColumns.includes(column)).map(({ key }) => key)}
          onFind={setFind}
          onAsk={() => {
            dropRow()
            setTimesLeft((times) => times + 1)
          }}
          onRows={leaveSearch}
          onEscape={() => {
            selection?.clear()
            leaveSearch()
          }}
        />
        <PrintedNote facet={settings.facet} find={find} count={rows?.count ?? 0} />
        {isEmpty && !isNarrowed(settings, find) && empty ? (
          empty
        ) : (
          <TableGrid
            {...{ caption, rows, rowKey, nameOf, currentKey, focusRequest, timesLeft }}
            columns={shownColumns}
            sort={settings.sort}
            widths={settings.widths}
            criteria={view.criteria}
            selection={selection}
            onSort={(sort) => applySettings({ sort })}
            onLikelySort={(sort) => view.preloadRows({ ...criteria, sort })}
            onWidths={(widths) => change({ widths })}
            onCurrent={setCurrentKey}
            onOpen={() => setOpen(true)}
            onLeave={leave}
            edit={consoleOptions.edit}
            price={consoleOptions.price}
            listing={consoleOptions.listing}
            deletion={(row) => consoleOptions.deletion?.(row, selection ?? nothingSelected) ?? null}
            cannotDeleteReason={consoleOptions.cannotDeleteReason}
            onNextError={consoleOptions.onNextError}
            onSight={(first, end) =>
              view.want({ ...criteria, first, end: Math.max(end, first + 1), retained })
            }
          />
        )}
        <StaleNotice query={query} />
        {selection && consoleOptions.bulkBar?.(selection)}
      </div>
      {isOpen && current !== undefined && (
        <SidePanel title={nameOf(current)} onClose={close}>
          {consoleOptions.details?.(current) ?? <Facts columns={columns} row={current} />}
        </SidePanel>
      )}
      <TableHints
        selection={selection}
        isOpen={isOpen && current !== undefined}
        canDelete={consoleOptions.deletion !== undefined}
        hasErrors={consoleOptions.onNextError !== undefined}
      />
    </div>
  )
}

const NO_ROWS: readonly never[] = []

/** Popups that handle Escape themselves. */
const popups = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Shows the row's values, including those of hidden columns. */
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

/**
 * Returns the search text and its setter. The text is restored when the user navigates back to the
 * list.
 */
function useFind(caption: string): [find: string, setFind: (find: string) => void] {
  const { stored, note } = useVisit(`find in ${caption}`)
  const [find, setFind] = useState(stored ?? '')
  return [
    find,
    (next) => {
      setFind(next)
      note(next)
    },
  ]
}

function isNarrowed({ facet }: Pick<ListCriteria, 'facet'>, find: string): boolean {
  return find !== '' || facet !== null
}
