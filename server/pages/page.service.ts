import { carsQuery } from '../../contract/cars/car-search.ts'
import { formatCount } from '../../contract/number-format.ts'
import {
  carMissingTitle,
  pagePath,
  pages,
  type PageName,
  getCategoryTitle,
  siteName,
} from '../../contract/pages.ts'
import type { Context } from '../context.ts'
import type { CacheTarget } from '../http/cacheable-responses.ts'
import { listShownCategories } from '../features/categories/category.repository.ts'
import { carContent } from './car-content.ts'
import { findPage } from './moved-page.ts'
import { searchPath } from './search-path.ts'
import { getFixedContent, getMissingContent, type PageContent } from './page-content.ts'

/**
 * A request for a page of the site. `target` is its cache key, or null if it is never cached. `make` builds
 * its content.
 */
export interface PageRequest {
  name: PageName
  /**
   * The URL to prerender, without parameters that don't affect the result. Null means that nothing is
   * prerendered.
   */
  prerenderAt: string | null
  target: CacheTarget | null
  make(ctx: Context): Promise<PageContent> | PageContent
}

/** Maximum length of a category or car ID, in characters. */
const MAX_VALUE_LENGTH = 120

/** Returns the page that belongs to a path and a query, or null if no such page exists. */
export function matchPage(path: string, query: Record<string, unknown>): PageRequest | null {
  const match = findPage(path)
  if (!match) return null
  const { name, params } = match
  switch (name) {
    case 'home':
      return { name, prerenderAt: pages.home.path, target: { name, key: '' }, make: homeContent }
    case 'reviews':
    case 'makes':
      return {
        name,
        prerenderAt: pages[name].path,
        target: { name, key: '' },
        make: () => getFixedContent(name),
      }
    case 'search': {
      // Two parameters name the same list: the filter uses `brand`, and the URLs that search engines know use
      // `category`.
      const requested = query.brand || query.category || null
      const chosen = isShort(requested) ? requested : null
      const isPlain = chosen === requested && !Object.keys(query).some(isFilter)
      return {
        name,
        prerenderAt: isPlain ? searchPath(chosen) : null,
        // A page is cached only if its key is sufficient to determine that the page has not moved.
        target:
          chosen === requested && !(query.brand && query.category)
            ? { name, key: `${isPlain ? 'plain' : 'narrowed'} ${chosen ?? ''}` }
            : null,
        make: (ctx) => searchContent(ctx, chosen),
      }
    }
    case 'category': {
      const inPath = params.category_name
      const make = inPath ?? query.category_name ?? ''
      return {
        name,
        prerenderAt: pages.category.path,
        target: isShort(make) ? { name, key: `${inPath === undefined ? 'asked' : 'named'} ${make}` } : null,
        make: () => getFixedContent(name),
      }
    }
    case 'car': {
      const id = params.id!
      if (id.length > MAX_VALUE_LENGTH)
        return { name, prerenderAt: null, target: null, make: () => getMissingContent(carMissingTitle) }
      return {
        name,
        prerenderAt: pagePath('car', { id }),
        target: { name, key: id },
        make: (ctx) => carContent(ctx, id),
      }
    }
    case 'register': {
      const isSeller = query.account === 'seller'
      return {
        name,
        prerenderAt: isSeller ? `${pages.register.path}?account=seller` : pages.register.path,
        target: { name: 'fixed', key: isSeller ? 'register as a seller' : name },
        make: () => getFixedContent(name),
      }
    }
    default:
      return {
        name,
        prerenderAt: pages[name].path,
        target: { name: 'fixed', key: name },
        make: () => getFixedContent(name),
      }
  }
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_VALUE_LENGTH
}

function isFilter(key: string): boolean {
  return key !== 'brand' && key in carsQuery.shape
}

/**
 * Builds the search page's content.
 * @param category the requested category; for an unknown category, the content is that for all cars
 */
async function searchContent({ db }: Context, category: string | null): Promise<PageContent> {
  const content = getFixedContent('search')
  const categories = await listShownCategories(db)
  const chosen = categories.find(({ name }) => name === category)
  if (!chosen) return content
  const { name, listedCount: count } = chosen
  const carCount = formatCount(count, 'car')
  return {
    ...content,
    title: getCategoryTitle(name),
    description: `${carCount} by ${name}, used and shown as they are, each with its price, mileage, year, and location.`,
    canonicalPath: searchPath(name),
  }
}

function homeContent({ config: { publicUrl, contact } }: Context): PageContent {
  const site = `${publicUrl}/`
  return {
    ...getFixedContent('home'),
    graph: [
      { '@type': 'WebSite', '@id': `${site}#website`, name: siteName, url: site },
      {
        '@type': 'Organization',
        '@id': `${site}#organization`,
        name: siteName,
        url: site,
        logo: `${site}art/icons/512.png`,
        email: contact.email ?? undefined,
        telephone: contact.phone ?? undefined,
        address: contact.address ?? undefined,
      },
    ],
  }
}
