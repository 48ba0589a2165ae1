import { memo, type ReactNode } from 'react'
import { Skeleton } from '../controls/Skeleton.tsx'
import { cx } from '../cx.ts'
import './table.css'

export interface Column<Row> {
  key: string
  /** The column's header. It is a string, because it also labels the cell when rows are shown as cards. */
  header: string
  render: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** `main`: the row's name. `actions`: buttons, under a header that is visible only to screen readers. */
  kind?: 'main' | 'actions'
  /**
   * True if the column is omitted when rows are shown as cards, because its value is the same in every row.
   */
  isAside?: boolean
  /** Returns the value by which the console sorts and searches. In the main column, it is the row's name. */
  value?: (row: Row) => string | number | null
  /** True if the list can't be sorted by this column. */
  isUnsorted?: boolean
  /** True if the console offers to filter the rows by this column's values. */
  isFacet?: boolean
  /**
   * In the console: the column's minimum width in pixels, which also weights its share of the remaining
   * width.
   */
  width?: number
  /**
   * In the console: the rank for hiding. If space is short, the column with the highest rank is hidden first.
   * A column without a rank is never hidden.
   */
  rank?: number
}

export interface DataTableProps<Row> {
  /** The table's caption. Screen readers always announce it; it is visible only if `isCaptionVisible`. */
  caption: string
  isCaptionVisible?: boolean
  columns: readonly Column<Row>[]
  /** The rows; undefined while they load. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The content that replaces the table if there are no rows. */
  empty?: ReactNode
  skeletonRows?: number
  /** The sort state and its controls; omitted if the rows have only one sort order. */
  sorting?: Sorting | undefined
}

export interface Sorting {
  /** Returns the direction in which a column currently sorts the rows; undefined if it doesn't. */
  directionOf: (key: string) => 'ascending' | 'descending' | undefined
  /** Returns the control that sorts by a column; null if the list can't be sorted by it. */
  buttonOf: (column: Pick<Column<never>, 'key' | 'header' | 'align'>) => ReactNode
}

/** Renders a semantic table. If it is narrower than 800 px, each row appears as a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isCaptionVisible = false, columns, rows, rowKey, empty, skeletonRows = 5, sorting } = props
  if (rows?.length === 0 && empty) return <div className="card">{empty}</div>

  return (
    <div className="card table-frame">
      {/* The roles are implied, but browsers drop them when CSS displays the table as blocks. */}
      <table className="table" role="table" aria-busy={rows === undefined}>
        <caption className={isCaptionVisible ? undefined : 'sr-only'}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, header, align, kind }) => (
              <th
                key={key}
                scope="col"
                role="columnheader"
                data-align={align}
                aria-sort={sorting?.directionOf(key)}
              >
                {sorting?.buttonOf({ key, header, align }) ?? (
                  <span className={cx(kind === 'actions' && 'sr-only')}>{header}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, row) => (
                <tr key={row} role="row" className="appear-late">
                  {columns.map((column) => (
                    <Cell key={column.key} column={column}>
                      <Skeleton className="h-5 w-full max-w-40" />
                    </Cell>
                  ))}
                </tr>
              ))
            : rows.map((row) => <TableRow key={rowKey(row)} {...{ row, columns }} />)}
        </tbody>
      </table>
    </div>
  )
}

interface TableRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
}

/** A memoized row. While the columns don't change, a growing list renders only its new rows. */
const TableRow = memo(function TableRow<Row>({ row, columns }: TableRowProps<Row>) {
  return (
    <tr role="row">
      {columns.map((column) => (
        <Cell key={column.key} column={column}>
          {column.render(row)}
        </Cell>
      ))}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

interface CellProps<Row> {
  column: Column<Row>
  children: ReactNode
}

function Cell<Row>({ column, children }: CellProps<Row>) {
  return (
    <td
      role="cell"
      data-label={column.header}
      data-align={column.align}
      data-aside={column.isAside || undefined}
      data-main={column.kind === 'main' ? '' : undefined}
      data-actions={column.kind === 'actions' ? '' : undefined}
    >
      {children}
    </td>
  )
}
