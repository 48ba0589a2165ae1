import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { formatNumber } from '../../../../contract/number-format.ts'
import { rowMenuIds, type RowCommandId } from '../../../../contract/desktop/row-commands.ts'
import { platform } from '../../../platform/current.ts'
import { useCommand } from '../../commands.ts'
import type { Column } from '../DataTable.tsx'
import type { LoadedRows } from '../loaded-rows.ts'
import type { Sort } from '../list-view.ts'
import type { ShownSelection } from '../selection.ts'
import { toast } from '../../overlays/toast.ts'
import { getMinimumWidth, buildGridTemplate, type Widths } from './column-layout.ts'
import { GridHead } from './GridHead.tsx'
import { HEAD_HEIGHT } from './row-places.ts'
import { RowSteps } from './row-steps.ts'
import { showFullText } from './show-full-text.ts'
import { findTableAction, toRowRange } from './table-keys.ts'
import { TableRow, type RowLook } from './TableRow.tsx'
import { useFrameByFrame } from './use-frame-by-frame.ts'
import {
  findRowElement,
  useFocusRequest,
  useCurrent,
  useRowFocus,
  type FocusRequest,
} from './use-row-focus.ts'
import { useVisit } from './use-visit.ts'
import { useWindow } from './use-window.ts'

interface TableGridProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: LoadedRows<Row> | undefined
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
  currentKey: string | null
  /** A key for the sort order and filters. When it changes, the grid scrolls to the first row. */
  criteria: string
  sort: Sort | null
  widths: Widths
  selection: ShownSelection<Row> | undefined
  onSort: (sort: Sort | null) => void
  onLikelySort: (sort: Sort | null) => void
  onWidths: (widths: Widths) => void
  /** Called with the current row's key, or null if the row has not been loaded. */
  onCurrent: (key: string | null) => void
  onOpen: () => void
  /**
   * Closes the panel, or clears the selection or the search.
   * @returns false if there was nothing to close or clear
   */
  onLeave: () => boolean
  edit: ((row: Row) => (() => void) | null) | undefined
  price: ((row: Row) => (() => void) | null) | undefined
  listing: ((row: Row) => (() => void) | null) | undefined
  deletion: (row: Row) => (() => void) | null
  cannotDeleteReason: ((row: Row) => string | null) | undefined
  onNextError: ((row: Row | undefined) => void) | undefined
  focusRequest: FocusRequest
  /** Number of times that the user has moved to the search field. */
  timesLeft: number
  /** Called with the range of rows in view; `end` is exclusive. */
  onSight: (first: number, end: number) => void
}

/**
 * Maximum number of rows in a range selection that are checked for eligibility. A change set
 * accepts far fewer.
 */
const MAX_RANGE_ROWS = 5000

/**
 * Implements the grid pattern of the ARIA Authoring Practices with whole rows as stops
 * (w3.org/WAI/ARIA/apg/patterns/grid). Only one row is in the Tab order, followed by its own links
 * and buttons. Only rows near the viewport are rendered.
 */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { columns, rows = NO_ROWS, rowKey, nameOf, selection, onCurrent, onSight } = props
  const box = useRef<HTMLDivElement>(null)
  // The range anchor is stored by key because sorting moves the row. A hidden row is no anchor.
  const [anchorKey, setAnchorKey] = useState<string | null>(null)
  /**
   * The key of the row whose menu is open. The list may change under an open menu, so an index
   * would not do.
   */
  const menuKey = useRef<string | null>(null)
  const { first, end, isInSight, isPrinting, page, height, topOf, ...sight } = useWindow(box, rows.count)
  const { current, setCurrentIndex } = useCurrent(rows, props.currentKey, props.caption)
  const { focusRow, keepFocus, handleRowFocus, isAwaiting } = useRowFocus(box, {
    current,
    rows,
    timesLeft: props.timesLeft,
    ...sight,
  })
  const isLoaded = props.rows !== undefined
  const currentRow = rows.at(current)

  const rowsToRender = indexesToRender(first, end, current, rows.count).map((index) => {
    const row = rows.at(index)
    return { index, row, key: row === undefined ? null : rowKey(row) }
  })
  const urgency = ({ index }: { index: number }) => (index === current ? 0 : isInSight(index) ? 1 : 2)
  // Printing can't wait for animation frames, so all rows are drawn immediately. Only the rows in
  // view enter the frame-by-frame queue, and only they remain drawn after printing.
  const drawQueue = isPrinting ? rowsToRender.filter(({ index }) => isInSight(index)) : rowsToRender
  const drawn = useFrameByFrame(
    drawQueue.toSorted((a, b) => urgency(a) - urgency(b)).flatMap(({ key }) => key ?? []),
  )
  const isDrawn = (key: string | null) => key !== null && (isPrinting || drawn.has(key))

  // A layout effect requests the missing rows before the frame is painted.
  useLayoutEffect(() => onSight(first, end))
  useEffect(() => {
    if (props.currentKey === null && currentRow !== undefined) onCurrent(rowKey(currentRow))
  })
  useScrollPosition(box, props.caption, isLoaded, props.criteria)
  useLayoutEffect(() => leaveOneStop(box.current))

  function moveTo(to: number, isRange: boolean) {
    const row = rows.at(to)
    const key = row === undefined ? null : rowKey(row)
    onCurrent(key)
    setCurrentIndex(to)
    if (isRange) takeRange(to)
    else setAnchorKey(key)
    focusRow(to)
  }

  function takeRange(to: number) {
    const anchor = anchorKey === null ? -1 : rows.indexOf(anchorKey)
    const { first, size } = toRowRange(anchor < 0 ? current : anchor, to)
    const read = Array.from({ length: Math.min(size, MAX_RANGE_ROWS) }, (_, offset) =>
      rows.at(first + offset),
    )
    const range = read.filter((row) => row !== undefined)
    selection?.take(range, { size: formatNumber(size), hasMore: range.length < size })
  }

  function toggle(row: Row) {
    setAnchorKey(rowKey(row))
    if (selection?.canSelect(row)) selection.toggle(row)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const act = findTableAction(event, { current, count: rows.count, page })
    const isOnRow = event.target === event.currentTarget
    if (!act || (!isOnRow && act.type !== 'leave')) return
    if (act.type === 'leave' && isOnRow && !props.onLeave()) return
    event.preventDefault()
    if (act.type === 'move') moveTo(act.to, act.isRange)
    else if (act.type === 'leave') focusRow(current)
    else if (!event.repeat || act.type === 'toggle') run(act.type)
  }

  function run(id: RowCommandId) {
    const row = currentRow
    if (id === 'takeAll') selection?.takeAll()
    if (id === 'nextError') props.onNextError?.(row)
    if (row === undefined || isAwaiting()) return
    onCurrent(rowKey(row))
    if (id === 'toggle') toggle(row)
    else if (id === 'open') props.onOpen()
    else if (id === 'edit') props.edit?.(row)?.()
    else if (id === 'price') props.price?.(row)?.()
    else if (id === 'listing') props.listing?.(row)?.()
    else if (id === 'actions') actionsOf(findRowElement(box.current, current))?.click()
    else if (id === 'delete') remove(row)
  }

  /** Moves the focus to the next row's price field, and not to the row itself. */
  function priceNext() {
    const to = current + 1
    const row = rows.at(to)
    const open = row === undefined ? null : (props.price?.(row) ?? null)
    if (row === undefined || open === null) return moveTo(Math.min(to, rows.count - 1), false)
    onCurrent(rowKey(row))
    setCurrentIndex(to)
    setAnchorKey(rowKey(row))
    open()
  }

  function remove(row: Row) {
    const deletion = props.deletion(row)
    const reason = props.cannotDeleteReason?.(row) ?? null
    keepFocus()
    if (deletion) deletion()
    else if (reason !== null) toast.info(reason)
  }

  function handleClick(event: MouseEvent<HTMLElement>, row: Row) {
    onCurrent(rowKey(row))
    if (event.target instanceof Element && event.target.closest('a, button, input')) return
    if (event.shiftKey) takeRange(rows.indexOf(rowKey(row)))
    else if (event.ctrlKey || event.metaKey) toggle(row)
    else setAnchorKey(rowKey(row))
  }

  /** Opens a native context menu with the row commands that have shortcuts. */
  function handleContextMenu(event: MouseEvent<HTMLElement>, row: Row) {
    if (!platform.console || !(event.target instanceof Element)) return
    event.preventDefault()
    onCurrent(rowKey(row))
    focusRow(rows.indexOf(rowKey(row)))
    menuKey.current = rowKey(row)
    const link = getLinkPath(event.target.closest('a'))
    platform.console.showRowMenu({ commands: commandsOn(row, event.currentTarget), link })
  }

  function commandsOn(row: Row, element: HTMLElement): RowCommandId[] {
    const isOffered: Partial<Record<RowCommandId, boolean>> = {
      open: true,
      edit: (props.edit?.(row) ?? null) !== null,
      price: (props.price?.(row) ?? null) !== null,
      listing: (props.listing?.(row) ?? null) !== null,
      actions: actionsOf(element) !== null,
      toggle: selection?.canSelect(row) ?? false,
      takeAll: selection !== undefined,
      delete: props.deletion(row) !== null,
      nextError: props.onNextError !== undefined,
    }
    return rowMenuIds.filter((id) => isOffered[id])
  }

  useFocusRequest(
    props.focusRequest,
    { rows, isMeasured: sight.isMeasured, timesLeft: props.timesLeft },
    (index, key) => {
      if (index !== null) setCurrentIndex(index)
      if (index === null && current < 0) moveTo(0, false)
      else focusRow(index ?? current, key)
    },
  )
  const runChosen = useEffectEvent((id: RowCommandId) => {
    if (currentRow !== undefined && rowKey(currentRow) === menuKey.current) run(id)
  })
  useEffect(() => platform.console?.onRowCommand((id) => runChosen(id)), [])
  useCommand('listing', () => run('listing'))

  const layout = { columns, widths: props.widths, hasChecks: selection !== undefined }
  const rowLook: RowLook<Row> = {
    columns,
    template: buildGridTemplate(layout),
    nameOf,
    selection,
    onToggle: toggle,
    onClick: handleClick,
    onContextMenu: handleContextMenu,
    onKeyDown: handleKeyDown,
    onFocus(row) {
      handleRowFocus(rowKey(row))
      onCurrent(rowKey(row))
    },
    onOpen: props.onOpen,
  }

  return (
    <div ref={box} className="grid-box">
      <div
        role="grid"
        aria-label={props.caption}
        aria-multiselectable={selection !== undefined}
        aria-rowcount={rows.count + 1}
        aria-colcount={columns.length + Number(selection !== undefined)}
        aria-busy={!isLoaded}
        className="grid"
        style={{ minWidth: getMinimumWidth(layout), height: HEAD_HEIGHT + height }}
        onPointerOver={showFullText}
      >
        <GridHead {...props} rows={rows} template={rowLook.template} />
        <RowSteps value={{ next: priceNext, back: () => focusRow(current) }}>
          <div role="rowgroup">
            {rowsToRender.map(({ index, row, key }) => (
              <TableRow
                key={isDrawn(key) ? key : `place ${index}`}
                row={isDrawn(key) ? row : undefined}
                index={index}
                top={HEAD_HEIGHT + topOf(index)}
                isCurrent={index === current}
                isStop={index === Math.max(current, 0)}
                {...rowLook}
              />
            ))}
          </div>
        </RowSteps>
      </div>
      {!isLoaded && <p className="grid-note appear-late">Loading…</p>}
      {isLoaded && rows.count === 0 && (
        <p className="grid-note">No results. Choose All or clear the search.</p>
      )}
    </div>
  )
}

const NO_ROWS: LoadedRows<never> = { count: 0, at: () => undefined, indexOf: () => -1, read: [] }

/**
 * Restores the scroll position when the user navigates back to the list. When the sort order or
 * filters change, it scrolls to the top unless a row has the focus by then.
 */
function useScrollPosition(
  box: React.RefObject<HTMLDivElement | null>,
  caption: string,
  isLoaded: boolean,
  criteria: string,
): void {
  const { stored, note } = useVisit(`place in ${caption}`)
  const lastCriteria = useRef<string>(undefined)
  const scrollTop = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !isLoaded || lastCriteria.current === criteria) return
    const top = lastCriteria.current === undefined ? Number(stored ?? 0) : 0
    lastCriteria.current = criteria
    // Without this check, scrolling even to the current position would force a synchronous layout
    // of the new rows.
    if (top !== scrollTop.current && !element.querySelector('[role="row"]:focus')) element.scrollTo({ top })
  })
  useEffect(() => {
    const element = box.current
    const handleScroll = () => (scrollTop.current = element!.scrollTop)
    const handleEnd = () => note(String(scrollTop.current))
    element?.addEventListener('scroll', handleScroll, { passive: true })
    element?.addEventListener('scrollend', handleEnd)
    return () => {
      element?.removeEventListener('scroll', handleScroll)
      element?.removeEventListener('scrollend', handleEnd)
    }
  })
}

/** Returns the link's path within the console, or null for links to other origins. */
function getLinkPath(link: HTMLAnchorElement | null): string | null {
  return link?.origin === location.origin ? link.pathname + link.search : null
}

function actionsOf(row: HTMLElement | null): HTMLElement | null {
  return row?.querySelector<HTMLElement>('[data-kind="actions"] [aria-haspopup="menu"]') ?? null
}

/** Returns the indexes from `first` up to but excluding `end`, plus the current row's index. */
function indexesToRender(first: number, end: number, current: number, count: number): number[] {
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
  if (indexes.length === 0 && count > 0) indexes.push(0)
  if (current >= 0 && current < count && !indexes.includes(current)) indexes.push(current)
  return indexes.toSorted((a, b) => a - b)
}

/**
 * Leaves only one row and its own links and buttons in the Tab order. The controls in other rows
 * are accessible by pointer only.
 */
function leaveOneStop(box: HTMLElement | null): void {
  for (const row of box?.querySelectorAll<HTMLElement>('.grid-row[aria-selected]') ?? []) {
    for (const control of row.querySelectorAll<HTMLElement>('a, button, input')) {
      if (row.tabIndex === 0 && !control.matches('input')) control.removeAttribute('tabindex')
      else if (control.tabIndex !== -1) control.tabIndex = -1
    }
  }
}
