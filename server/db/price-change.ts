import type { PriceChange } from '../../contract/cars/cars.ts'

interface PriceRow {
  /** The price of today, in cents. */
  price_minor: number | null
  previous_minor: number | null
  changed_at: string | null
}

/** The last change of a car's price. Null where it never changed, or is what it was before. */
export function toPriceChange({
  price_minor: price,
  previous_minor: previousMinor,
  changed_at: at,
}: PriceRow): PriceChange | null {
  const isChange = at !== null && previousMinor !== null && price !== null && price !== previousMinor
  return isChange ? { previousMinor, at } : null
}
