import { pagePath, oldCategoryPaths, pages, type PageName } from '../../contract/pages.ts'
import { createPathMatcher, trimTrailingSlash, type FoundPath } from '../../contract/api/path-matcher.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { findPresentMakes } from '../features/categories/searched-makes.ts'

const findPages = createPathMatcher<PageName>([
  ...Object.entries(pages).map(([name, { path }]) => [name as PageName, path] as const),
  ...oldCategoryPaths.map((path) => ['category', path] as const),
])

/**
 * Finds a page's current URL if the requested URL uses a make's former name, another spelling, or an alias.
 * @param address the path and query
 * @returns the current path and query, or null if the page has not moved
 */
export async function findMovedPage({ db }: Context, address: string): Promise<string | null> {
  const url = URL.parse(`http://any${address}`)
  const match = url && findPage(url.pathname)
  if (match?.name === 'search') return findMovedSearch(db, url!)
  return match?.name === 'category' ? movedCategory(db, url!, match.params.category_name) : null
}

async function movedCategory(db: Db, url: URL, inPath: string | undefined): Promise<string | null> {
  const make = inPath === undefined ? url.searchParams.get('category_name') : decode(inPath)
  const currentName = make && (await findPresentMakes(db, [make])).get(make)
  if (!currentName) return null
  return pagePath('category', { category_name: currentName }) + (inPath === undefined ? '' : url.search)
}

/**
 * Finds a search page's current URL. Two parameters name the same list: the filter uses `brand`, and the URLs
 * that search engines know use `category`.
 */
async function findMovedSearch(db: Db, { pathname, searchParams: requested }: URL): Promise<string | null> {
  const current = new URLSearchParams(requested)
  const lists = (['brand', 'category'] as const).map((key) => ({
    key,
    makes: parseMakes(requested.get(key)),
  }))
  const currentMakes = await findPresentMakes(
    db,
    lists.flatMap(({ makes }) => makes),
  )
  for (const { key, makes } of lists)
    if (makes.some((make) => currentMakes.has(make)))
      current.set(key, [...new Set(makes.map((make) => currentMakes.get(make) ?? make))].join(','))
  return current.toString() === requested.toString() ? null : `${pathname}?${current}`
}

/** Splits a list of makes. A list that is longer than the search accepts (`car-search.ts`) is ignored. */
function parseMakes(list: string | null): string[] {
  const makes = list === null || list.length > 400 ? [] : list.split(',').filter(Boolean)
  return makes.length > 20 ? [] : makes
}

/**
 * Decodes percent-encoded text.
 * @returns null if the encoding is invalid. No make has such a name.
 */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Finds the page at a path. The product specification's older category paths lead to the category page.
 * @returns null if the path belongs to no page
 */
export function findPage(path: string): FoundPath<PageName> | null {
  return findPages(trimTrailingSlash(path))[0] ?? null
}
