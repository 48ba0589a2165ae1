import type { CarFacets } from '../../../contract/cars/car-search.ts'
import { PRICE_STEP, type PriceStep } from '../../search/count-cars.ts'

const MAX_BUCKETS = 12
/** How many steps a bucket may be wide: $500, $1,000, $1,500, $2,500, $5,000, then tenfold again. */
const WIDTHS = [1, 2, 3, 5]
/** Cars dearer than nearly all others share the last bucket, so that one of them does not squeeze the rest into the first. */
const SHARE_SHOWN = 0.98

/** Gathers counted price steps, cheapest first, into at most twelve buckets of one round width. */
export function toPriceHistogram(steps: readonly PriceStep[]): CarFacets['price'] {
  const first = steps[0]
  const last = steps.at(-1)
  if (!first || !last) return null
  const shown = lastShownStep(steps)
  const { width, start } = bucketsOver(first.step, shown)
  const length = Math.floor((shown - start) / width) + 1
  const isOpen = last.step >= start + length * width
  const buckets = Array.from({ length }, (_, at) => ({
    min: (start + at * width) * PRICE_STEP,
    max: isOpen && at === length - 1 ? null : (start + (at + 1) * width) * PRICE_STEP,
    count: 0,
  }))
  for (const { step, count } of steps)
    buckets[Math.min(length - 1, Math.floor((step - start) / width))]!.count += count
  return { min: first.lowest, max: last.highest, buckets }
}

function lastShownStep(steps: readonly PriceStep[]): number {
  const total = steps.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { step, count } of steps) {
    seen += count
    if (seen >= total * SHARE_SHOWN) return step
  }
  return steps.at(-1)!.step
}

/** The narrowest width with which the buckets, starting at a multiple of it, reach from the first step to the last. */
function bucketsOver(first: number, last: number): { width: number; start: number } {
  for (let tens = 1; ; tens *= 10)
    for (const digit of WIDTHS) {
      const width = digit * tens
      const start = Math.floor(first / width) * width
      if (start + MAX_BUCKETS * width > last) return { width, start }
    }
}
