import type { CarPrice } from '../../../contract/cars/car-price.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { SimilarPrices } from './PriceScale.tsx'

/** Returns the range of similar prices, or null if there are not enough similar cars. */
export function getSimilarPrices({ low, mid, high }: CarPrice): SimilarPrices | null {
  return low === null || mid === null || high === null ? null : { low, mid, high }
}

/** Formats an estimate, rounded to $10, because it is not exact. The amount is in cents. */
export function roundPrice(minor: number): string {
  return formatMoney(Math.round(minor / 1000) * 1000)
}
