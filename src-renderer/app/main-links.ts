import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import { sellPath } from '../session/sell-path.ts'
import type { Me } from '../session/session.slice.ts'

export interface MainLink {
  to: string
  label: string
  /** True for Cars, Sell, and The Kerb, which come first in a vertical menu. */
  isMarket?: true
}

/**
 * Returns the header's links: those that the product specification requires, and the links to the
 * market.
 */
export function listMainLinks(me: Me | null): MainLink[] {
  return [
    { to: pages.home.path, label: strings.nav.home },
    { to: pages.search.path, label: 'Cars', isMarket: true },
    { to: sellPath(me), label: 'Sell', isMarket: true },
    { to: pages.shortlist.path, label: pages.shortlist.title, isMarket: true },
    { to: pages.reviews.path, label: strings.nav.reviews },
    { to: pages.blogs.path, label: strings.nav.blogs },
    ...(me ? [{ to: pages.myReviews.path, label: strings.nav.myReviews }] : []),
  ]
}
