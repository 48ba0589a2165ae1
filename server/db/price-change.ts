import type { PriceChange } from '../../contract/cars/cars.ts'

interface PriceRow {
  /** The current price with fees, in cents. */
  all_in_minor: number | null
  previous_minor: number | null
  changed_at: string | null
}

/** Returns null if the price has never changed, equals the previous one, or either price is missing. */
export function toPriceChange({
  all_in_minor: price,
  previous_minor: previousMinor,
  changed_at: at,
}: PriceRow): PriceChange | null {
  const isChange = at !== null && previousMinor !== null && price !== null && price !== previousMinor
  return isChange ? { previousMinor, at } : null
}
