import { memo, type ReactNode } from 'react'
import { Skeleton } from '../controls/Skeleton.tsx'
import { cx } from '../cx.ts'
import './table.css'

export interface Column<Row> {
  key: string
  /** Text, because it also names the cell where rows become cards. */
  header: string
  render: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** `main`: the row's own name. `actions`: buttons; its header is for screen readers only. */
  kind?: 'main' | 'actions'
  /** Left out where rows become cards: every row says the same. */
  isAside?: boolean
  /** What the console sorts by and finds. Of the main column, it names the row. */
  value?: (row: Row) => string | number | null
  /** Its list has one order alone. */
  isUnsorted?: boolean
  /** The console offers to show only the rows of one value. */
  isFacet?: boolean
  /** In the console: pixels at least, and its share of what is left. */
  width?: number
  /** In the console: where there is no room, the column of the highest rank goes first. Without a rank it stays. */
  rank?: number
}

export interface DataTableProps<Row> {
  /** What the rows are; read out, and shown when `isCaptionVisible`. */
  caption: string
  isCaptionVisible?: boolean
  columns: readonly Column<Row>[]
  /** undefined while they load. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** In place of the table when there are no rows. */
  empty?: ReactNode
  skeletonRows?: number
  /** How the rows are sorted; left out where they have one order alone. */
  sorting?: Sorting | undefined
}

export interface Sorting {
  /** How the rows are sorted by a column; undefined where they are not. */
  directionOf: (key: string) => 'ascending' | 'descending' | undefined
  /** What sorts by a column; null where the list can't be sorted by it. */
  buttonOf: (column: Pick<Column<never>, 'key' | 'header' | 'align'>) => ReactNode
}

/** A real table; where it has less than 800 px, each row reads as a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isCaptionVisible = false, columns, rows, rowKey, empty, skeletonRows = 5, sorting } = props
  if (rows?.length === 0 && empty) return <div className="card">{empty}</div>

  return (
    <div className="card table-frame">
      {/* The roles are implied, but browsers drop them when CSS lays a table out as blocks. */}
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

/** Where the columns stay the same, a list that grows draws its new rows alone. */
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
