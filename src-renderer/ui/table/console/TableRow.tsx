import { memo, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Skeleton } from '../../controls/Skeleton.tsx'
import { BareCheckbox } from '../../form/Checkbox.tsx'
import type { Column } from '../DataTable.tsx'
import type { ShownSelection } from '../selection.ts'

export interface RowLook<Row> {
  columns: readonly Column<Row>[]
  template: string
  nameOf: (row: Row) => string
  selection: ShownSelection<Row> | undefined
  onToggle: (row: Row) => void
  onClick: (event: MouseEvent<HTMLElement>, row: Row) => void
  onContextMenu: (event: MouseEvent<HTMLElement>, row: Row) => void
  onFocus: (row: Row) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onOpen: () => void
}

interface TableRowProps<Row> extends RowLook<Row> {
  /** The row, or undefined while it loads. */
  row: Row | undefined
  index: number
  /** Offset in pixels from the grid's top edge. */
  top: number
  isCurrent: boolean
  isStop: boolean
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, top, isCurrent, isStop, columns, template, selection } = props
  const isSelected = row !== undefined && (selection?.has(row) ?? false)

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection ? isSelected : isCurrent}
      data-current={isCurrent || undefined}
      tabIndex={isStop ? 0 : -1}
      className="grid-row"
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
      aria-busy={row === undefined || undefined}
      onClick={(event) => row !== undefined && props.onClick(event, row)}
      onContextMenu={(event) => row !== undefined && props.onContextMenu(event, row)}
      onKeyDown={props.onKeyDown}
      onFocus={(event) => {
        if (row !== undefined && event.target === event.currentTarget) props.onFocus(row)
      }}
      onDoubleClick={props.onOpen}
    >
      {row !== undefined && selection && (
        <span role="gridcell">
          <BareCheckbox
            label={`Select ${props.nameOf(row)}`}
            tabIndex={-1}
            checked={isSelected}
            disabled={!selection.canSelect(row)}
            onChange={() => props.onToggle(row)}
          />
        </span>
      )}
      {row === undefined ? (
        <Pending columnCount={columns.length + Number(selection !== undefined)} />
      ) : (
        <Cells columns={columns} row={row} />
      )}
    </div>
  )
}

/**
 * Renders one bar for all cells. Fast scrolling draws dozens of these placeholders only to replace
 * them, so they must be cheap.
 */
function Pending({ columnCount }: { columnCount: number }) {
  return (
    <span role="gridcell" aria-colspan={columnCount} data-kind="pending">
      <Skeleton className="h-3 w-3/5" />
    </span>
  )
}

interface CellsProps<Row> {
  columns: readonly Column<Row>[]
  row: Row
}

/** Memoized so that cells don't rerender at each scroll step. */
const Cells = memo(function Cells<Row>({ columns, row }: CellsProps<Row>) {
  return columns.map(({ key, align, kind, render }) => (
    <span key={key} role="gridcell" data-align={align} data-kind={kind}>
      {render(row)}
    </span>
  ))
}) as <Row>(props: CellsProps<Row>) => ReactNode
