/** What a key does in a console's table. */
export type TableAct =
  | { type: 'move'; to: number; isRange: boolean }
  | { type: 'toggle' }
  | { type: 'take-all' }
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'delete' }

export interface Keystroke {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

interface Place {
  /** The row that has the focus; -1 while none has. */
  current: number
  count: number
  /** How many rows are in sight at once. */
  page: number
}

/** @returns null where the key is none of the table's business */
export function actOf(stroke: Keystroke, { current, count, page }: Place): TableAct | null {
  if (stroke.altKey) return null
  const isCommand = stroke.ctrlKey || stroke.metaKey
  if (isCommand) return stroke.key.toLowerCase() === 'a' && count > 0 ? { type: 'take-all' } : null
  if (stroke.key === 'Escape') return { type: 'close' }
  if (count === 0) return null

  const to = targetOf(stroke.key, Math.max(current, 0), count, page)
  if (to !== null) return { type: 'move', to, isRange: stroke.shiftKey }
  if (stroke.key === ' ') return { type: 'toggle' }
  if (stroke.key === 'Enter') return { type: 'open' }
  return stroke.key === 'Delete' ? { type: 'delete' } : null
}

/** The places from one to the other, whichever comes first. */
export function rangeOf(from: number, to: number): { first: number; size: number } {
  const first = Math.max(0, Math.min(from, to))
  return { first, size: Math.max(from, to) - first + 1 }
}

function targetOf(key: string, current: number, count: number, page: number): number | null {
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index))
  switch (key) {
    case 'ArrowDown':
      return clamp(current + 1)
    case 'ArrowUp':
      return clamp(current - 1)
    case 'PageDown':
      return clamp(current + page)
    case 'PageUp':
      return clamp(current - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
