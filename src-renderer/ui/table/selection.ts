import { formatNumber, formatCount } from '../../../contract/number-format.ts'

/** The set of rows from which the user selects. */
export interface Choice {
  size: string
  hasMore: boolean
}

export interface Selection<Item> {
  items: readonly Item[]
  maxCount: number
  /** True if all selectable rows are selected, or as many as one change set can take. */
  isAll: boolean
  /** True from `takeAll` until all rows that it selects are loaded. */
  isTakingAll: boolean
  /** An explanation of the last selection's outcome, or null if the outcome is self-evident. */
  note: string | null
  has: (item: Item) => boolean
  canSelect: (item: Item) => boolean
  toggle: (item: Item) => void
  /**
   * Selects exactly these rows, except those that are ineligible or exceed the limit of a change
   * set.
   * @param of the larger set that contains the rows, if any
   */
  take: (items: readonly Item[], of?: Choice) => void
  takeAll: () => void
  /** Deselects all other rows, which are now hidden. */
  narrow: (items: readonly Item[]) => void
  clear: () => void
}

export type SelectedRows<Item> = Pick<Selection<Item>, 'items' | 'has' | 'take'>

/** A selection as shown by its list. */
export interface ShownSelection<Item> extends Selection<Item> {
  /** Number of visible rows as a label: '12', '100+'. */
  found: string
}

export const nothingSelected = {
  items: [],
  has: () => false,
  take: () => {},
} satisfies SelectedRows<never>

export function isEverythingSelected(
  selectedCount: number,
  selectableCount: number,
  maxCount: number,
): boolean {
  return selectedCount > 0 && selectedCount === Math.min(selectableCount, maxCount)
}

/** Returns the size of the selection as a label: '3 of 1,204'. */
export function describeSelection({
  items,
  found,
}: Pick<ShownSelection<unknown>, 'items' | 'found'>): string {
  return `${formatNumber(items.length)} of ${found}`
}

interface SelectionAttempt {
  /** Number of rows that the user tried to select. */
  requested: number
  /** Number of those rows that can be selected. */
  selectableCount: number
  maxCount: number
}

/** Returns a note about which rows were selected or left out, or null if none is needed. */
export function describeSkippedRows(
  { requested, selectableCount, maxCount }: SelectionAttempt,
  { size, hasMore }: Choice,
): string | null {
  if (selectableCount > maxCount || (selectableCount === maxCount && hasMore))
    return `Selected the first ${formatNumber(maxCount)} of ${size}; that’s the most one change can take.`
  if (hasMore) return `Selected the ${formatNumber(selectableCount)} that have loaded of ${size}.`
  const skippedCount = requested - selectableCount
  if (skippedCount === 0) return null
  if (selectableCount === 0) return 'None of these can be selected.'
  return skippedCount === 1
    ? 'The other one can’t be selected.'
    : `The other ${formatNumber(skippedCount)} can’t be selected.`
}

export function formatSelectionLimitNote(maxCount: number): string {
  return `${formatNumber(maxCount)} is the most one change can take.`
}

export const loadingNote = 'Loading the rest to select it…'

/**
 * Returns the note about rows that were deselected because they are hidden.
 * @param noun the noun for a row: 'car'
 */
export function formatHiddenNote(count: number, noun: string): string {
  return `${formatCount(count, noun)} ${count === 1 ? 'was hidden and is' : 'were hidden and are'} no longer selected.`
}
