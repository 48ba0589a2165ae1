import { figure, countOf } from '../../../contract/figure.ts'

/** The set of rows from which the user selects. */
export interface Choice {
  /** Number of rows as a label: '1,204 found'. */
  size: string
  /** True if more rows exist that are not loaded. */
  hasMore: boolean
}

export interface Selection<Item> {
  items: readonly Item[]
  /** Maximum number of selected rows. */
  most: number
  /** True if all selectable rows are selected, or as many as one change set can take. */
  isAll: boolean
  /** True after `takeAll`, until all rows that it selects are loaded. */
  isTakingAll: boolean
  /**
   * A note about the last selection, if its outcome is not otherwise visible; null if there is nothing to
   * report.
   */
  note: string | null
  has: (item: Item) => boolean
  mayTake: (item: Item) => boolean
  toggle: (item: Item) => void
  /**
   * Selects exactly these rows, except those that can't be selected or that exceed the limit of one change
   * set.
   * @param of the set that contains the rows, if it is larger
   */
  take: (items: readonly Item[], of?: Choice) => void
  /** Makes the list load and select all selectable rows. */
  takeAll: () => void
  /** Keeps only these rows selected, because the others are hidden. */
  narrow: (items: readonly Item[]) => void
  clear: () => void
}

/** The part of a selection that commands need. */
export type SelectedRows<Item> = Pick<Selection<Item>, 'items' | 'has' | 'take'>

/** A selection in the context of the list that shows it. */
export interface ShownSelection<Item> extends Selection<Item> {
  /** Number of visible rows as a label: '12', '100+'. */
  found: string
}

export const nothingSelected = {
  items: [],
  has: () => false,
  take: () => {},
} satisfies SelectedRows<never>

/** Reports whether no further rows can be selected. */
export function isFull(taken: number, takeable: number, most: number): boolean {
  return taken > 0 && taken === Math.min(takeable, most)
}

/** Returns the size of the selection as a label: '3 of 1,204'. */
export function scopeOf({ items, found }: Pick<ShownSelection<unknown>, 'items' | 'found'>): string {
  return `${figure(items.length)} of ${found}`
}

interface Taken {
  /** Number of rows that the user asked to select. */
  requested: number
  /** Number of the requested rows that can be selected. */
  takeable: number
  /** Maximum number of selected rows. */
  most: number
}

/** Returns the note that explains which rows were selected or left out; null if no explanation is needed. */
export function takeNote({ requested, takeable, most }: Taken, { size, hasMore }: Choice): string | null {
  if (takeable > most || (takeable === most && hasMore))
    return `Selected the first ${figure(most)} of ${size}; that’s the most one change can take.`
  if (hasMore) return `Selected the ${figure(takeable)} that have loaded of ${size}.`
  const others = requested - takeable
  if (others === 0) return null
  if (takeable === 0) return 'None of these can be selected.'
  return others === 1 ? 'The other one can’t be selected.' : `The other ${figure(others)} can’t be selected.`
}

export function fullNote(most: number): string {
  return `${figure(most)} is the most one change can take.`
}

export const loadingNote = 'Loading the rest to select it…'

/**
 * Returns the note about rows that were deselected because they are hidden.
 * @param noun the noun for a row: 'car'
 */
export function hiddenNote(count: number, noun: string): string {
  return `${countOf(count, noun)} ${count === 1 ? 'was hidden and is' : 'were hidden and are'} no longer selected.`
}
