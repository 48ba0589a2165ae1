import { pagePath, pages } from './pages.ts'
import type { Purchase } from './purchases.ts'

/**
 * Reports whether a purchase counts as bought, so that its buyer may review it: it is paid, and no full
 * refund has begun. A partial refund does not change that.
 */
export function isBought({ paid, refundState }: Pick<Purchase, 'paid' | 'refundState'>): boolean {
  return paid && refundState === 'none'
}

/** Returns the link for the buyer to write or edit the review of a purchase; null if it is not bought. */
export function reviewLink(purchase: Purchase): { label: string; path: string } | null {
  const { _id, reviewID } = purchase
  if (!isBought(purchase)) return null
  return reviewID === null
    ? { label: 'Leave a review', path: `${pages.addReview.path}?purchase=${encodeURIComponent(_id)}` }
    : { label: 'Edit your review', path: pagePath('editReview', { id: reviewID }) }
}
