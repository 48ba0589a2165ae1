import type { CarFacets } from '../../../contract/cars/car-search.ts'
import { PRICE_STEP, type PriceStep } from '../../search/count-cars.ts'

const MAX_BUCKETS = 12
/** Bucket widths in price steps: $500, $1,000, $1,500, and $2,500, then ten times these, and so on. */
const WIDTHS = [1, 2, 3, 5]
/**
 * The share of the cars, cheapest first, that determines the bucket width. More expensive cars fall into the
 * last bucket. Without this cutoff, a single outlier would squeeze all others into the first one.
 */
const SHOWN_SHARE = 0.98

/** Groups counted price steps, cheapest first, into up to twelve buckets of one round width. */
export function toPriceHistogram(steps: readonly PriceStep[]): CarFacets['price'] {
  const first = steps[0]
  const last = steps.at(-1)
  if (!first || !last) return null
  const lastShown = lastShownStep(steps)
  const { width, start } = bucketsOver(first.step, lastShown)
  const length = Math.floor((lastShown - start) / width) + 1
  const isOpen = last.step >= start + length * width
  const buckets = Array.from({ length }, (_, index) => ({
    min: (start + index * width) * PRICE_STEP,
    max: isOpen && index === length - 1 ? null : (start + (index + 1) * width) * PRICE_STEP,
    count: 0,
  }))
  for (const { step, count } of steps)
    buckets[Math.min(length - 1, Math.floor((step - start) / width))]!.count += count
  return { min: first.lowest, max: last.highest, buckets }
}

function lastShownStep(steps: readonly PriceStep[]): number {
  const total = steps.reduce((sum, { count }) => sum + count, 0)
  let countSoFar = 0
  for (const { step, count } of steps) {
    countSoFar += count
    if (countSoFar >= total * SHOWN_SHARE) return step
  }
  return steps.at(-1)!.step
}

/**
 * Returns the narrowest bucket width that covers all steps from the first to the last. The buckets start at a
 * multiple of that width.
 */
function bucketsOver(first: number, last: number): { width: number; start: number } {
  for (let tens = 1; ; tens *= 10)
    for (const digit of WIDTHS) {
      const width = digit * tens
      const start = Math.floor(first / width) * width
      if (start + MAX_BUCKETS * width > last) return { width, start }
    }
}
