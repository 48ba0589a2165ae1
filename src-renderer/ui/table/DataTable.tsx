import { memo, type ReactNode } from 'react'
import { Skeleton } from '../controls/Skeleton.tsx'
import { cx } from '../cx.ts'
import './table.css'

export interface Column<Row> {
  key: string
  /** The column header, a string because it also labels the cells of rows shown as cards. */
  header: string
  render: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** `main`: the row's name. `actions`: buttons, with a visually hidden header. */
  kind?: 'main' | 'actions'
  /** True to omit the column from cards if every row has the same value. */
  isAside?: boolean
  /**
   * Returns the value that the console sorts and searches by. In the main column, it is the row's
   * name.
   */
  value?: (row: Row) => string | number | null
  /** True if the list can't be sorted by this column. */
  isUnsorted?: boolean
  /** True if the console offers to filter the rows by this column's values. */
  isFacet?: boolean
  /**
   * In the console: the minimum width in pixels, which is also the column's weight when the
   * remaining width is shared.
   */
  width?: number
  /**
   * In the console: columns with the highest rank are hidden first when space is short. A column
   * without a rank is never hidden.
   */
  rank?: number
  /** True for a column that printed lists omit, because their paper has no space for it. */
  isScreenOnly?: true
}

export interface DataTableProps<Row> {
  /** The caption. Screen readers always announce it, even if it is not visible. */
  caption: string
  isCaptionVisible?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The content that replaces the table if there are no rows. */
  empty?: ReactNode
  skeletonRows?: number
  /** The sort state and its controls, or undefined if the rows can't be sorted. */
  sorting?: Sorting | undefined
}

export interface Sorting {
  directionOf: (key: string) => 'ascending' | 'descending' | undefined
  buttonOf: (column: Pick<Column<never>, 'key' | 'header' | 'align'>) => ReactNode
}

/** Renders a semantic table. Below 800 px, each row becomes a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isCaptionVisible = false, columns, rows, rowKey, empty, skeletonRows = 5, sorting } = props
  if (rows?.length === 0 && empty) return <div className="card">{empty}</div>

  return (
    <div className="card table-frame">
      {/* Browsers drop the implied roles when CSS displays the table as blocks. */}
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

/** Memoized so that a growing list renders only its new rows. */
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
