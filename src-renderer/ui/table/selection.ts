import { figure, countOf } from '../../../contract/figure.ts'

/** What somebody chooses from. */
export interface Choice {
  /** How many rows, in words: '1,204 found'. */
  size: string
  /** There are others, which have not been loaded. */
  hasMore: boolean
}

export interface Selection<Item> {
  items: readonly Item[]
  /** How many may be selected at once. */
  most: number
  /** All that may be taken, or as many as one change takes. */
  isAll: boolean
  /** `takeAll` was asked for, and not all that it takes is there yet. */
  isTakingAll: boolean
  /** What became of the last choice and is not seen by itself; null for nothing. */
  note: string | null
  has: (item: Item) => boolean
  mayTake: (item: Item) => boolean
  toggle: (item: Item) => void
  /**
   * Selects these and no others; what may not be taken is left out, and so is what one change would not take.
   * @param of what they are of, where that is more than they are
   */
  take: (items: readonly Item[], of?: Choice) => void
  /** The list loads what there is to take, and takes it. */
  takeAll: () => void
  /** Keeps these alone of what is selected; the others are hidden. */
  narrow: (items: readonly Item[]) => void
  clear: () => void
}

/** What a command needs of a selection. */
export type SelectedRows<Item> = Pick<Selection<Item>, 'items' | 'has' | 'take'>

/** A selection as a list shows it. */
export interface ShownSelection<Item> extends Selection<Item> {
  /** How many rows there are to see, in words: '12', '100+'. */
  found: string
}

export const nothingSelected = {
  items: [],
  has: () => false,
  take: () => {},
} satisfies SelectedRows<never>

/** Whether nothing more may be taken of that many. */
export function isFull(taken: number, takeable: number, most: number): boolean {
  return taken > 0 && taken === Math.min(takeable, most)
}

/** '3 of 1,204' */
export function scopeOf({ items, found }: Pick<ShownSelection<unknown>, 'items' | 'found'>): string {
  return `${figure(items.length)} of ${found}`
}

interface Taken {
  /** How many rows somebody asked for. */
  asked: number
  /** How many of them may be taken. */
  takeable: number
  /** How many may be selected at once. */
  most: number
}

/** What somebody should know who asked for rows. */
export function takeNote({ asked, takeable, most }: Taken, { size, hasMore }: Choice): string | null {
  if (takeable > most || (takeable === most && hasMore))
    return `Selected the first ${figure(most)} of ${size}; that’s the most one change can take.`
  if (hasMore) return `Selected the ${figure(takeable)} that have loaded of ${size}.`
  const others = asked - takeable
  if (others === 0) return null
  if (takeable === 0) return 'None of these can be selected.'
  return others === 1 ? 'The other one can’t be selected.' : `The other ${figure(others)} can’t be selected.`
}

export function fullNote(most: number): string {
  return `${figure(most)} is the most one change can take.`
}

export const loadingNote = 'Loading the rest to select it…'

/** @param noun what a row is: 'car' */
export function hiddenNote(count: number, noun: string): string {
  return `${countOf(count, noun)} ${count === 1 ? 'was hidden and is' : 'were hidden and are'} no longer selected.`
}
