import type { Column } from '../DataTable.tsx'

/** The column widths that the user has set, in pixels by column key. */
export type Widths = Readonly<Record<string, number>>

export const MIN_COLUMN_WIDTH_PX = 48
export const MAX_COLUMN_WIDTH_PX = 800
const CHECK_WIDTH = 44
const LEAST_MAIN = 130

interface Layout<Row> {
  columns: readonly Column<Row>[]
  widths: Widths
  /** True if each row starts with a checkbox. */
  hasChecks: boolean
}

/**
 * Returns the columns that fit into `availableWidth` pixels. Columns with the highest rank are
 * dropped first.
 */
export function pickFittingColumns<Row>(
  availableWidth: number,
  { columns, ...layout }: Layout<Row>,
): readonly Column<Row>[] {
  if (widthNeededBy({ columns, ...layout }) <= availableWidth) return columns
  const ranks = columns.flatMap(({ rank }) => rank ?? [])
  if (ranks.length === 0) return columns
  const highestRank = Math.max(...ranks)
  return pickFittingColumns(availableWidth, {
    columns: columns.filter(({ rank }) => rank !== highestRank),
    ...layout,
  })
}

/**
 * Returns the CSS grid template. Actions, numbers, and columns that the user has resized have fixed
 * widths; the others share the remaining space.
 */
export function buildGridTemplate<Row>({ columns, widths, hasChecks }: Layout<Row>): string {
  const tracks = columns.map((column) => {
    const width = getColumnWidth(column, widths)
    // Extra space goes to text columns, which may be truncated. Numbers already fit.
    const isFixed = column.kind === 'actions' || column.align === 'end' || column.key in widths
    return isFixed ? `${width}px` : `minmax(${leastWidthOf(column, widths)}px, ${width}fr)`
  })
  return [...(hasChecks ? [`${CHECK_WIDTH}px`] : []), ...tracks].join(' ')
}

export function getMinimumWidth<Row>({ columns, widths, hasChecks }: Layout<Row>): number {
  return columns.reduce((sum, column) => sum + leastWidthOf(column, widths), hasChecks ? CHECK_WIDTH : 0)
}

function widthNeededBy<Row>({ columns, widths, hasChecks }: Layout<Row>): number {
  return columns.reduce((sum, column) => sum + getColumnWidth(column, widths), hasChecks ? CHECK_WIDTH : 0)
}

/**
 * Returns a column's minimum width in pixels. The name column shrinks next to a panel, which shows
 * the name in full, to avoid horizontal scrolling.
 */
function leastWidthOf<Row>(column: Column<Row>, widths: Widths): number {
  const width = getColumnWidth(column, widths)
  return column.kind === 'main' && !(column.key in widths) ? Math.min(width, LEAST_MAIN) : width
}

export function getColumnWidth<Row>({ key, width, kind }: Column<Row>, widths: Widths): number {
  return widths[key] ?? width ?? (kind === 'main' ? 240 : kind === 'actions' ? 56 : 130)
}

export function clampWidth(width: number): number {
  return Math.round(Math.max(MIN_COLUMN_WIDTH_PX, Math.min(MAX_COLUMN_WIDTH_PX, width)))
}
