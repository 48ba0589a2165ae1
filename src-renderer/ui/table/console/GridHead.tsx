import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type FocusEvent } from 'react'
import { BareCheckbox } from '../../form/Checkbox.tsx'
import type { Column } from '../DataTable.tsx'
import type { LoadedRows } from '../loaded-rows.ts'
import { getSortDirection, nextSort } from '../list-pages.ts'
import type { Sort } from '../list-view.ts'
import type { ShownSelection } from '../selection.ts'
import { getColumnWidth, type Widths } from './column-layout.ts'
import { ColumnGrip } from './ColumnGrip.tsx'

export interface GridHeadProps<Row> {
  columns: readonly Column<Row>[]
  rows: LoadedRows<Row>
  /** The column widths as a CSS grid template. */
  template: string
  widths: Widths
  sort: Sort | null
  selection: ShownSelection<Row> | undefined
  onSort: (sort: Sort | null) => void
  /** Called with the sort order that a click on the hovered or focused header would set. */
  onLikelySort: (sort: Sort | null) => void
  onWidths: (widths: Widths) => void
}

/** Debounce interval in milliseconds, for headers that the pointer only crosses. */
const PASSING_MS = 80

export function GridHead<Row>({ columns, rows, template, selection, ...head }: GridHeadProps<Row>) {
  const { isStop, isGripStop, row, ...stop } = useHeadStop(columns, head.sort)
  const onLikelySort = useDebounced(head.onLikelySort, PASSING_MS)
  return (
    <div role="rowgroup" className="grid-head">
      <div
        role="row"
        aria-rowindex={1}
        className="grid-row"
        style={{ gridTemplateColumns: template }}
        {...row}
      >
        {selection && (
          <span role="columnheader" aria-label="Selected">
            <BareCheckbox
              label="Select all rows"
              checked={selection.isAll}
              isIndeterminate={selection.items.length > 0 && !selection.isAll}
              disabled={!rows.read.some(selection.canSelect)}
              onChange={() => (selection.isAll ? selection.clear() : selection.takeAll())}
            />
          </span>
        )}
        {columns.map((column) => (
          <ColumnHead
            key={column.key}
            column={column}
            isStop={isStop(column)}
            isGripStop={isGripStop(column)}
            {...stop}
            {...head}
            onPress={head.onLikelySort}
            onLikelySort={onLikelySort}
          />
        ))}
      </div>
    </div>
  )
}

interface ColumnHeadProps<Row> extends Pick<
  GridHeadProps<Row>,
  'sort' | 'widths' | 'onSort' | 'onLikelySort' | 'onWidths'
> {
  column: Column<Row>
  /** True if the header is in the Tab order. */
  isStop: boolean
  isGripStop: boolean
  /** Called on pointer down, which precedes the click. */
  onPress: (sort: Sort | null) => void
  onUse: (key: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

function ColumnHead<Row>({
  column,
  isStop,
  isGripStop,
  sort,
  widths,
  onWidths,
  ...handlers
}: ColumnHeadProps<Row>) {
  const { key, header, align, kind } = column
  const isSorted = sort?.key === key
  const next = nextSort(sort, key)

  function setWidth(width: number | null) {
    const { [key]: _before, ...otherWidths } = widths
    onWidths(width === null ? otherWidths : { ...otherWidths, [key]: width })
  }

  return (
    <span role="columnheader" data-align={align} data-kind={kind} aria-sort={getSortDirection(sort, key)}>
      {isSortable(column) ? (
        <button
          type="button"
          className="sort-button"
          tabIndex={isStop ? 0 : -1}
          onFocus={() => {
            handlers.onUse(key)
            handlers.onLikelySort(next)
          }}
          onPointerEnter={() => handlers.onLikelySort(next)}
          onPointerDown={() => handlers.onPress(next)}
          onKeyDown={handlers.onKeyDown}
          onClick={() => {
            handlers.onSort(next)
            handlers.onLikelySort(nextSort(next, key))
          }}
        >
          {header}
          {isSorted &&
            (sort.isDescending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />)}
        </button>
      ) : (
        <span className={kind === 'actions' ? 'sr-only' : undefined}>{header}</span>
      )}
      {kind !== 'actions' && (
        <ColumnGrip
          header={header}
          width={getColumnWidth(column, widths)}
          isStop={isGripStop}
          onWidth={setWidth}
        />
      )}
    </span>
  )
}

/**
 * Returns a function that calls `act` with the last value once it has not been called for `ms`
 * milliseconds.
 */
function useDebounced<Value>(act: (value: Value) => void, ms: number): (value: Value) => void {
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (value) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => act(value), ms)
  }
}

/**
 * Manages the header row's Tab stop: the last used header, or else the sorted one, or else the
 * first. Arrow keys move to the others. Column grips are Tab stops only while the focus is inside
 * the header row, so Shift+Tab from the rows leads to a header and not to a grip.
 */
function useHeadStop<Row>(columns: readonly Column<Row>[], sort: Sort | null) {
  const [lastUsedKey, setLastUsedKey] = useState<string | null>(null)
  const [isInside, setInside] = useState(false)
  const keys = columns.filter(isSortable).map(({ key }) => key)
  const stop = [lastUsedKey, sort?.key].find((key) => key && keys.includes(key)) ?? keys[0]

  return {
    isStop: (column: Column<Row>) => column.key === stop,
    // A column that can't be sorted has only a grip to focus.
    isGripStop: (column: Column<Row>) =>
      (isInside || stop === undefined) && (!isSortable(column) || column.key === stop),
    row: {
      onFocus: () => setInside(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        setInside(currentTarget.contains(relatedTarget)),
    },
    onUse: setLastUsedKey,
    onKeyDown: moveToHead,
  }
}

function isSortable({ value, isUnsorted = false }: Pick<Column<never>, 'value' | 'isUnsorted'>): boolean {
  return value !== undefined && !isUnsorted
}

function moveToHead(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const heads = [
    ...(event.currentTarget.closest('.grid-row')?.querySelectorAll<HTMLElement>('.sort-button') ?? []),
  ]
  const next = heads[findTargetColumn(event.key, heads.indexOf(event.currentTarget), heads.length)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Returns the index of the header that the key moves to, or -1 for other keys. */
function findTargetColumn(key: string, index: number, count: number): number {
  if (key === 'ArrowLeft') return index - 1
  if (key === 'ArrowRight') return index + 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
