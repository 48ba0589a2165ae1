import { pagePath, oldCategoryPaths, pages, type PageName } from '../../contract/pages.ts'
import { pathMatcher, withoutSlash, type FoundPath } from '../../contract/api/path-matcher.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { findPresentMakes } from '../features/categories/searched-makes.ts'

const findPages = pathMatcher<PageName>([
  ...Object.entries(pages).map(([name, { path }]) => [name as PageName, path] as const),
  ...oldCategoryPaths.map((path) => ['category', path] as const),
])

/**
 * Finds the current URL of a page if the requested URL names a make by a former name, another spelling, or an
 * alias.
 * @param address path and query
 * @returns the path and query of the same page; null if the page has not moved
 */
export async function movedPage({ db }: Context, address: string): Promise<string | null> {
  const url = URL.parse(`http://any${address}`)
  const found = url && findPage(url.pathname)
  if (found?.name === 'search') return movedSearch(db, url!)
  return found?.name === 'category' ? movedCategory(db, url!, found.params.category_name) : null
}

async function movedCategory(db: Db, url: URL, inPath: string | undefined): Promise<string | null> {
  const make = inPath === undefined ? url.searchParams.get('category_name') : decode(inPath)
  const present = make && (await findPresentMakes(db, [make])).get(make)
  if (!present) return null
  return pagePath('category', { category_name: present }) + (inPath === undefined ? '' : url.search)
}

/**
 * Finds the current URL of a search page. Two parameters name the same list: the filter uses `brand`, and the
 * URL that search engines know uses `category`.
 */
async function movedSearch(db: Db, { pathname, searchParams: requested }: URL): Promise<string | null> {
  const present = new URLSearchParams(requested)
  const lists = (['brand', 'category'] as const).map((key) => ({ key, makes: makesIn(requested.get(key)) }))
  const now = await findPresentMakes(
    db,
    lists.flatMap(({ makes }) => makes),
  )
  for (const { key, makes } of lists)
    if (makes.some((make) => now.has(make)))
      present.set(key, [...new Set(makes.map((make) => now.get(make) ?? make))].join(','))
  return present.toString() === requested.toString() ? null : `${pathname}?${present}`
}

/**
 * Splits a list of makes. If it has more makes than the search accepts (`car-search.ts`), it is ignored, and
 * no make is looked up.
 */
function makesIn(list: string | null): string[] {
  const makes = list === null || list.length > 400 ? [] : list.split(',').filter(Boolean)
  return makes.length > 20 ? [] : makes
}

/** Decodes a make's name. Returns null if the encoding is invalid, because no make has such a name. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Finds the page at a path.
 * @returns null if the path belongs to no page; for the product specification's older category paths, the
 * category page
 */
export function findPage(path: string): FoundPath<PageName> | null {
  return findPages(withoutSlash(path))[0] ?? null
}
