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
  /** The widths, as CSS grid has them. */
  template: string
  widths: Widths
  sort: Sort | null
  selection: ShownSelection<Row> | undefined
  onSort: (sort: Sort | null) => void
  /** Somebody is at what would sort by it. */
  onLikelySort: (sort: Sort | null) => void
  onWidths: (widths: Widths) => void
}

/** A pointer on its way to a column passes others. */
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
  /** Tab comes to it. */
  isStop: boolean
  isGripStop: boolean
  /** The pointer is down on it: the click comes when it is up again. */
  onPress: (sort: Sort | null) => void
  /** It has the focus. */
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

/** Acts once it has not been called for a moment, on the last value. */
function useDebounced<Value>(act: (value: Value) => void, ms: number): (value: Value) => void {
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (value) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => act(value), ms)
  }
}

/**
 * Tab stops at one head: the one that was used last, that sorts, or the first. Arrows go to the others. Grips come after it,
 * so that Shift+Tab from the rows leads to the head and not to a width.
 */
function useHeadStop<Row>(columns: readonly Column<Row>[], sort: Sort | null) {
  const [used, setUsed] = useState<string | null>(null)
  const [isInside, setInside] = useState(false)
  const keys = columns.filter(isSortable).map(({ key }) => key)
  const stop = [used, sort?.key].find((key) => key && keys.includes(key)) ?? keys[0]

  return {
    isStop: (column: Column<Row>) => column.key === stop,
    // What sorts by nothing has its grip alone.
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

/** Whether the list can be sorted by it. */
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

/** -1 where the key leads nowhere. */
function targetOf(key: string, at: number, count: number): number {
  if (key === 'ArrowLeft') return at - 1
  if (key === 'ArrowRight') return at + 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
