import type { PageName } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Html } from '../../http/html.ts'
import type { ReadyTarget } from '../../http/ready-answers.ts'
import { carContent } from './car-content.ts'
import { findPage } from './find-page.ts'
import { homeContent } from './home-content.ts'
import { fixedContent, missingContent, type PageContent } from './page-content.ts'
import { reviewsContent } from './reviews-content.ts'
import { searchContent } from './search-content.ts'

/** A page of the site: what it is kept ready under, or null where it never is, and how it is made. */
export interface AskedPage {
  target: ReadyTarget | null
  make(ctx: Context): Promise<PageContent> | PageContent
}

/** Longer values are no category's or car's. */
const MAX_VALUE = 120

/** The pages that never change, as the build wrote them. */
export type WrittenPages = ReadonlyMap<PageName, Html>

/** @returns null where there is no such page */
export function askForPage(
  path: string,
  query: Record<string, unknown>,
  written: WrittenPages,
): AskedPage | null {
  const found = findPage(path)
  if (!found) return null
  const { name, params } = found
  switch (name) {
    case 'home':
      return { target: { name, key: '' }, make: homeContent }
    case 'reviews':
      return { target: { name, key: '' }, make: reviewsContent }
    case 'search': {
      // Two names of one list: `brand` is the filter's, `category` that of the address that search engines know.
      const asked = query.brand || query.category
      const chosen = typeof asked === 'string' && asked.length <= MAX_VALUE ? asked : null
      return { target: { name, key: chosen ?? '' }, make: (ctx) => searchContent(ctx, chosen) }
    }
    case 'car': {
      const id = params.id!
      if (id.length > MAX_VALUE) return { target: null, make: () => missingContent() }
      return { target: { name, key: id }, make: (ctx) => carContent(ctx, id) }
    }
    default:
      return { target: { name: 'fixed', key: name }, make: () => fixedContent(name, written.get(name)) }
  }
}
