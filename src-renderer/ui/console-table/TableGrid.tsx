import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { BareCheckbox } from '../Checkbox.tsx'
import type { Column } from '../DataTable.tsx'
import type { ShownSelection } from '../selection.ts'
import { nextSort, type Sort } from './arrange-rows.ts'
import { actOf, rangeOf } from './table-keys.ts'
import { TableRow, type RowLook } from './TableRow.tsx'
import { useWindow } from './use-window.ts'

const ROW_HEIGHT = 36
const HEAD_HEIGHT = 32

interface TableGridProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  /** undefined while they load. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
  /** How many there are; -1 while that is unknown. */
  rowCount: number
  currentKey: string | null
  sort: Sort | null
  selection: ShownSelection<Row> | undefined
  onSort: (sort: Sort | null) => void
  onCurrent: (key: string) => void
  onOpen: () => void
  onClose: () => void
  onDelete: ((row: Row) => void) | undefined
  /** The last rows come into sight. */
  onEnd: () => void
}

/**
 * The grid pattern of the ARIA practices with whole rows as its stops (w3.org/WAI/ARIA/apg/patterns/grid): one row is in
 * the Tab order, and its own links and buttons after it. Only rows in sight are drawn.
 */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { columns, rows = [], rowKey, nameOf, selection, onCurrent, onEnd } = props
  const box = useRef<HTMLDivElement>(null)
  // By its key, since a sort moves it. One that is hidden is none.
  const [anchorKey, setAnchorKey] = useState<string | null>(null)
  const { first, end, page } = useWindow(box, ROW_HEIGHT, rows.length)
  const current = useCurrent(rows, rowKey, props.currentKey)
  const { focusRow, keepFocus } = useRowFocus(box, current, rows)
  const isLoaded = props.rows !== undefined

  useEffect(() => {
    if (isLoaded && end >= rows.length) onEnd()
  })
  useLayoutEffect(() => leaveOneStop(box.current))

  function moveTo(to: number, isRange: boolean) {
    const row = rows[to]
    if (row === undefined) return
    onCurrent(rowKey(row))
    if (isRange) takeRange(to)
    else setAnchorKey(rowKey(row))
    focusRow(to)
  }

  function takeRange(to: number) {
    const anchor = rows.findIndex((row) => rowKey(row) === anchorKey)
    selection?.take(rangeOf(rows, anchor < 0 ? current : anchor, to))
  }

  function toggle(row: Row) {
    setAnchorKey(rowKey(row))
    if (selection?.mayTake(row)) selection.toggle(row)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const act = actOf(event, { current, count: rows.length, page })
    const isOnRow = event.target === event.currentTarget
    if (!act || (!isOnRow && act.type !== 'close')) return
    event.preventDefault()
    const row = rows[current]
    if (act.type === 'move') return moveTo(act.to, act.isRange)
    if (act.type === 'take-all') return selection?.takeAll()
    if (act.type === 'close') {
      if (isOnRow) props.onClose()
      return focusRow(current)
    }
    if (row === undefined) return
    onCurrent(rowKey(row))
    if (act.type === 'toggle') toggle(row)
    else if (act.type === 'open') props.onOpen()
    else if (!event.repeat) {
      keepFocus()
      props.onDelete?.(row)
    }
  }

  function handleClick(event: MouseEvent<HTMLElement>, row: Row) {
    onCurrent(rowKey(row))
    if (event.target instanceof Element && event.target.closest('a, button, input')) return
    if (event.shiftKey) takeRange(rows.indexOf(row))
    else if (event.ctrlKey || event.metaKey) toggle(row)
    else setAnchorKey(rowKey(row))
  }

  const looks: RowLook<Row> = {
    columns,
    template: templateOf(columns, selection !== undefined),
    nameOf,
    selection,
    onToggle: toggle,
    onClick: handleClick,
    onKeyDown: handleKeyDown,
    onFocus: (row) => onCurrent(rowKey(row)),
    onOpen: props.onOpen,
  }

  return (
    <div ref={box} className="grid-box">
      <div
        role="grid"
        aria-label={props.caption}
        aria-multiselectable={selection !== undefined}
        aria-rowcount={props.rowCount < 0 ? -1 : props.rowCount + 1}
        aria-colcount={columns.length + Number(selection !== undefined)}
        aria-busy={!isLoaded}
        className="grid"
        style={{ minWidth: minWidthOf(columns), height: HEAD_HEIGHT + rows.length * ROW_HEIGHT }}
      >
        <GridHead {...props} rows={rows} template={looks.template} />
        <div role="rowgroup">
          {shownIndexes(first, end, current, rows.length).map((index) => (
            <TableRow
              key={rowKey(rows[index]!)}
              row={rows[index]!}
              index={index}
              top={HEAD_HEIGHT + index * ROW_HEIGHT}
              isCurrent={index === current}
              isStop={index === Math.max(current, 0)}
              {...looks}
            />
          ))}
        </div>
      </div>
      {!isLoaded && <p className="grid-note appear-late">Loading…</p>}
      {isLoaded && rows.length === 0 && (
        <p className="grid-note">No results. Choose All or clear the search.</p>
      )}
    </div>
  )
}

interface GridHeadProps<Row> extends TableGridProps<Row> {
  rows: readonly Row[]
  template: string
}

function GridHead<Row>({ columns, rows, template, sort, selection, onSort }: GridHeadProps<Row>) {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" aria-rowindex={1} className="grid-row" style={{ gridTemplateColumns: template }}>
        {selection && (
          <span role="columnheader" aria-label="Selected">
            <BareCheckbox
              label="Select all rows"
              checked={selection.isAll}
              isIndeterminate={selection.items.length > 0 && !selection.isAll}
              disabled={!rows.some(selection.mayTake)}
              onChange={() => (selection.isAll ? selection.clear() : selection.takeAll())}
            />
          </span>
        )}
        {columns.map(({ key, header, align, kind, value }) => (
          <span
            key={key}
            role="columnheader"
            data-align={align}
            aria-sort={sort?.key === key ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
          >
            {value ? (
              <button type="button" className="sort-button" onClick={() => onSort(nextSort(sort, key))}>
                {header}
                {sort?.key === key &&
                  (sort.isDescending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
              </button>
            ) : (
              <span className={kind === 'actions' ? 'sr-only' : undefined}>{header}</span>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Where the current row is; when it has gone, its place is the next one's. */
function useCurrent<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  currentKey: string | null,
): number {
  const [last, setLast] = useState(-1)
  const found = currentKey === null ? -1 : rows.findIndex((row) => rowKey(row) === currentKey)
  if (found >= 0 && found !== last) setLast(found)
  return found >= 0 ? found : Math.min(last, rows.length - 1)
}

/** Moves the focus to rows, and back to the list when the row that has it goes. */
function useRowFocus(box: React.RefObject<HTMLDivElement | null>, current: number, rows: readonly unknown[]) {
  const wanted = useRef<number | null>(null)
  const isKept = useRef(false)

  useLayoutEffect(() => {
    const index = wanted.current ?? (isKept.current && isFocusLost() ? current : null)
    const row = box.current?.querySelector<HTMLElement>(`[aria-rowindex="${(index ?? -1) + 2}"]`)
    if (index === null || !row || rows.length === 0) return
    wanted.current = null
    row.focus({ preventScroll: true })
    bringIntoSight(box.current!, index)
  })

  return {
    focusRow(index: number) {
      wanted.current = index
      isKept.current = true
      const row = box.current?.querySelector<HTMLElement>(`[aria-rowindex="${index + 2}"]`)
      // Already the current one: nothing is drawn anew.
      if (index === current && row) {
        wanted.current = null
        row.focus({ preventScroll: true })
      }
    },
    keepFocus() {
      isKept.current = true
    },
  }
}

function isFocusLost(): boolean {
  return document.activeElement === document.body || document.activeElement === null
}

function bringIntoSight(box: HTMLElement, index: number): void {
  const top = index * ROW_HEIGHT
  const shown = box.clientHeight - HEAD_HEIGHT
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + ROW_HEIGHT > box.scrollTop + shown) box.scrollTop = top + ROW_HEIGHT - shown
}

/** Those in sight, and the one that has the focus wherever it is. */
function shownIndexes(first: number, end: number, current: number, count: number): number[] {
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, place) => first + place)
  if (indexes.length === 0 && count > 0) indexes.push(0)
  if (current >= 0 && current < count && !indexes.includes(current)) indexes.push(current)
  return indexes.toSorted((a, b) => a - b)
}

/** Tab stops at one row and its own controls; those of the other rows are for the pointer. */
function leaveOneStop(box: HTMLElement | null): void {
  for (const row of box?.querySelectorAll<HTMLElement>('.grid-row[aria-selected]') ?? []) {
    for (const control of row.querySelectorAll<HTMLElement>('a, button, input')) {
      if (row.tabIndex === 0 && !control.matches('input')) control.removeAttribute('tabindex')
      else control.tabIndex = -1
    }
  }
}

const CHECK_WIDTH = 44

function templateOf<Row>(columns: readonly Column<Row>[], hasChecks: boolean): string {
  const parts = columns.map((column) =>
    column.kind === 'actions' ? `${widthOf(column)}px` : `minmax(${widthOf(column)}px, ${widthOf(column)}fr)`,
  )
  return [...(hasChecks ? [`${CHECK_WIDTH}px`] : []), ...parts].join(' ')
}

function minWidthOf<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, column) => sum + widthOf(column), CHECK_WIDTH)
}

function widthOf<Row>({ width, kind }: Column<Row>): number {
  return width ?? (kind === 'main' ? 240 : kind === 'actions' ? 56 : 130)
}
