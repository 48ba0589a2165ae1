import { formatCount } from './number-format.ts'
import type { ReviewSummary } from './reviews.ts'

const oneDigit = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Returns a summary such as `3.7 out of 5 from 24 reviews`, or null if there are no reviews. */
export function describeRatings({ count, average }: ReviewSummary): string | null {
  if (average === null) return null
  return `${oneDigit.format(average)} out of 5 from ${formatCount(count, 'review')}`
}

/** Counts the reviews with a given number of stars. Half stars are rounded up. */
export function countStars({ ratings }: ReviewSummary, stars: number): number {
  return ratings
    .filter(({ rating }) => Math.ceil(rating) === stars)
    .reduce((sum, { count }) => sum + count, 0)
}
