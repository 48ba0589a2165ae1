import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type FocusEvent } from 'react'
import { BareCheckbox } from '../../form/Checkbox.tsx'
import type { Column } from '../DataTable.tsx'
import type { ListRows } from '../list-rows.ts'
import { directionOf, nextSort } from '../list-pages.ts'
import type { Sort } from '../list-view.ts'
import type { ShownSelection } from '../selection.ts'
import { widthOf, type Widths } from './column-layout.ts'
import { ColumnGrip } from './ColumnGrip.tsx'

export interface GridHeadProps<Row> {
  columns: readonly Column<Row>[]
  rows: ListRows<Row>
  /** The column widths as a CSS grid template. */
  template: string
  widths: Widths
  sort: Sort | null
  selection: ShownSelection<Row> | undefined
  onSort: (sort: Sort | null) => void
  /**
   * Called with the sort order that the user is likely to choose next, because the column header is hovered
   * or focused.
   */
  onLikelySort: (sort: Sort | null) => void
  onWidths: (widths: Widths) => void
}

/** Debounce interval in milliseconds, because the pointer crosses other columns on its way. */
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
              disabled={!rows.read.some(selection.mayTake)}
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
  /** Called on pointer down, because the click follows only once the pointer is up. */
  onPress: (sort: Sort | null) => void
  /** Called when the header gets the focus. */
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
  ...on
}: ColumnHeadProps<Row>) {
  const { key, header, align, kind } = column
  const isSorted = sort?.key === key
  const next = nextSort(sort, key)

  function setWidth(width: number | null) {
    const { [key]: _before, ...others } = widths
    onWidths(width === null ? others : { ...others, [key]: width })
  }

  return (
    <span role="columnheader" data-align={align} data-kind={kind} aria-sort={directionOf(sort, key)}>
      {isSortable(column) ? (
        <button
          type="button"
          className="sort-button"
          tabIndex={isStop ? 0 : -1}
          onFocus={() => {
            on.onUse(key)
            on.onLikelySort(next)
          }}
          onPointerEnter={() => on.onLikelySort(next)}
          onPointerDown={() => on.onPress(next)}
          onKeyDown={on.onKeyDown}
          onClick={() => {
            on.onSort(next)
            on.onLikelySort(nextSort(next, key))
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
        <ColumnGrip header={header} width={widthOf(column, widths)} isStop={isGripStop} onWidth={setWidth} />
      )}
    </span>
  )
}

/** Returns a debounced function, which acts on the last value once no call has come for `ms` milliseconds. */
function useDebounced<Value>(act: (value: Value) => void, ms: number): (value: Value) => void {
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (value) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => act(value), ms)
  }
}

/**
 * Manages the Tab stop of the header row. Tab stops at one header only: the last used, otherwise the sorted,
 * otherwise the first. Arrow keys move to the others. Column grips are Tab stops only while the focus is
 * inside the header row. Shift+Tab from the rows therefore leads to the header and not to a grip.
 */
function useHeadStop<Row>(columns: readonly Column<Row>[], sort: Sort | null) {
  const [used, setUsed] = useState<string | null>(null)
  const [isInside, setInside] = useState(false)
  const keys = columns.filter(isSortable).map(({ key }) => key)
  const stop = [used, sort?.key].find((key) => key && keys.includes(key)) ?? keys[0]

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
    onUse: setUsed,
    onKeyDown: moveToHead,
  }
}

/** Reports whether the list can be sorted by the column. */
function isSortable({ value, isUnsorted = false }: Pick<Column<never>, 'value' | 'isUnsorted'>): boolean {
  return value !== undefined && !isUnsorted
}

function moveToHead(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const heads = [
    ...(event.currentTarget.closest('.grid-row')?.querySelectorAll<HTMLElement>('.sort-button') ?? []),
  ]
  const next = heads[targetOf(event.key, heads.indexOf(event.currentTarget), heads.length)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Returns the index of the header that the key moves to; -1 for other keys. */
function targetOf(key: string, at: number, count: number): number {
  if (key === 'ArrowLeft') return at - 1
  if (key === 'ArrowRight') return at + 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
