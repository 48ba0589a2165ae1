import { pagePath, pages } from './pages.ts'
import type { Purchase } from './purchases.ts'

/** Paid, and no refund of it begun: its buyer may review it. A part that went back leaves it bought. */
export function isBought({ paid, refundState }: Pick<Purchase, 'paid' | 'refundState'>): boolean {
  return paid && refundState === 'none'
}

/** Where its buyer reviews a purchase, or changes the review; null where it is not bought. */
export function reviewLink(purchase: Purchase): { label: string; path: string } | null {
  const { _id, reviewID } = purchase
  if (!isBought(purchase)) return null
  return reviewID === null
    ? { label: 'Leave a review', path: `${pages.addReview.path}?purchase=${encodeURIComponent(_id)}` }
    : { label: 'Edit your review', path: pagePath('editReview', { id: reviewID }) }
}
