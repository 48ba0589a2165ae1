/**
 * The results of comparing the price of a car with those of similar cars. `in-line` prices are in the range
 * that contains 80% of the prices of similar cars.
 */
export const priceLabels = ['below', 'in-line', 'above', 'not-enough'] as const
export type PriceLabel = (typeof priceLabels)[number]

export const priceLabelTexts: Record<PriceLabel, string> = {
  below: 'Below similar cars',
  'in-line': 'In line with similar cars',
  above: 'Above similar cars',
  'not-enough': 'Not enough similar cars',
}

/** The labels for narrow columns. */
export const shortPriceLabels: Record<PriceLabel, string> = {
  below: 'Below',
  'in-line': 'In line',
  above: 'Above',
  'not-enough': 'Too few',
}

/** Minimum number of similar cars for a price range. */
export const MIN_SIMILAR_CARS = 8

/** A price range in cents, both ends included. */
export interface PriceBand {
  low: number
  high: number
}

/**
 * Compares a price with the range of similar prices.
 * @param band the range of similar prices, or null if there are not enough similar cars
 */
export function labelPrice(priceMinor: number, band: PriceBand | null): PriceLabel {
  if (band === null) return 'not-enough'
  if (priceMinor < band.low) return 'below'
  return priceMinor > band.high ? 'above' : 'in-line'
}
