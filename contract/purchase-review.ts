import { pagePath, pages } from './pages.ts'
import type { Purchase } from './purchases.ts'

/**
 * Reports whether a purchase is complete, so that its buyer may review it. It must be paid, and no full
 * refund may have begun. Partial refunds are ignored.
 */
export function isBought({ paid, refundState }: Pick<Purchase, 'paid' | 'refundState'>): boolean {
  return paid && refundState === 'none'
}

/**
 * Returns the link for writing or editing the review of a purchase, or null if the purchase is not complete.
 */
export function getReviewLink(purchase: Purchase): { label: string; path: string } | null {
  const { _id, reviewID } = purchase
  if (!isBought(purchase)) return null
  return reviewID === null
    ? { label: 'Leave a review', path: `${pages.addReview.path}?purchase=${encodeURIComponent(_id)}` }
    : { label: 'Edit your review', path: pagePath('editReview', { id: reviewID }) }
}
