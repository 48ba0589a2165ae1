import { rowCommandIds, rowCommands, type RowCommandId } from '../../../../contract/desktop/row-commands.ts'
import { isAccelerator, type Stroke } from '../../accelerators.ts'

/** The action that a key triggers in a console table. */
export type TableAction =
  | { type: 'move'; to: number; isRange: boolean }
  | { type: Exclude<RowCommandId, 'move' | 'range'> }

interface Place {
  /** Index of the focused row, or -1 if no row has the focus. */
  current: number
  count: number
  /** Number of rows that fit into view. */
  page: number
}

/** Returns the action that a key triggers, or null if the table does not handle the key. */
export function findTableAction(stroke: Stroke, place: Place): TableAction | null {
  const id = rowCommandIds.find((commandId) =>
    rowCommands[commandId].keys.some((accelerator) => isAccelerator(stroke, accelerator)),
  )
  if (id === undefined) return null
  if (id === 'leave') return { type: id }
  if (place.count === 0) return null
  if (id !== 'move' && id !== 'range') return { type: id }
  return { type: 'move', to: findTargetRow(stroke.key, place), isRange: id === 'range' }
}

/** Returns the range between two indexes, inclusive, in either order. */
export function toRowRange(from: number, to: number): { first: number; size: number } {
  const first = Math.max(0, Math.min(from, to))
  return { first, size: Math.max(from, to) - first + 1 }
}

function findTargetRow(key: string, { current, count, page }: Place): number {
  const from = Math.max(current, 0)
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  }
  return Math.max(0, Math.min(count - 1, from + steps[key]!))
}
