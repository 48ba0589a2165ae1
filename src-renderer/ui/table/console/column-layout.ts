import type { Column } from '../DataTable.tsx'

/** Pixels that somebody gave columns, by their keys. */
export type Widths = Readonly<Record<string, number>>

export const MIN_WIDTH = 48
export const MAX_WIDTH = 800
const CHECK_WIDTH = 44
const LEAST_MAIN = 130

interface Layout<Row> {
  columns: readonly Column<Row>[]
  widths: Widths
  /** Whether rows are selected by boxes before them. */
  hasChecks: boolean
}

/** The columns that there is room for, in pixels; by their rank the others go. */
export function columnsWithin<Row>(
  room: number,
  { columns, ...layout }: Layout<Row>,
): readonly Column<Row>[] {
  if (widthNeededBy({ columns, ...layout }) <= room) return columns
  const ranks = columns.flatMap(({ rank }) => rank ?? [])
  if (ranks.length === 0) return columns
  const last = Math.max(...ranks)
  return columnsWithin(room, { columns: columns.filter(({ rank }) => rank !== last), ...layout })
}

/** As CSS grid has them: numbers, and what was given a width, keep it, and the others share what is left. */
export function templateOf<Row>({ columns, widths, hasChecks }: Layout<Row>): string {
  const parts = columns.map((column) => {
    const width = widthOf(column, widths)
    // More room is for words, which may be cut off; numbers are whole as they are.
    const isFixed = column.kind === 'actions' || column.align === 'end' || column.key in widths
    return isFixed ? `${width}px` : `minmax(${leastWidthOf(column, widths)}px, ${width}fr)`
  })
  return [...(hasChecks ? [`${CHECK_WIDTH}px`] : []), ...parts].join(' ')
}

/** Below this a list scrolls sideways. */
export function minimumWidthOf<Row>({ columns, widths, hasChecks }: Layout<Row>): number {
  return columns.reduce((sum, column) => sum + leastWidthOf(column, widths), hasChecks ? CHECK_WIDTH : 0)
}

function widthNeededBy<Row>({ columns, widths, hasChecks }: Layout<Row>): number {
  return columns.reduce((sum, column) => sum + widthOf(column, widths), hasChecks ? CHECK_WIDTH : 0)
}

/** Beside a panel a row's name gives way, which the panel says whole, rather than the list scrolling sideways. */
function leastWidthOf<Row>(column: Column<Row>, widths: Widths): number {
  const width = widthOf(column, widths)
  return column.kind === 'main' && !(column.key in widths) ? Math.min(width, LEAST_MAIN) : width
}

export function widthOf<Row>({ key, width, kind }: Column<Row>, widths: Widths): number {
  return widths[key] ?? width ?? (kind === 'main' ? 240 : kind === 'actions' ? 56 : 130)
}

export function clampWidth(width: number): number {
  return Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)))
}
