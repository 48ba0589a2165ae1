import { pagePath } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { findPresentMakes } from '../categories/former-makes.repository.ts'
import { findPage } from './find-page.ts'

/**
 * Where a page is whose address names a make by what it was called once.
 * @param address path and query
 * @returns those of the same page; null where it is where it was
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

/** Two names of one list: `brand` is the filter's, `category` that of the address that search engines know. */
async function movedSearch(db: Db, { pathname, searchParams: asked }: URL): Promise<string | null> {
  const present = new URLSearchParams(asked)
  for (const key of ['brand', 'category']) {
    const makes = makesIn(asked.get(key))
    const now = await findPresentMakes(db, makes)
    if (now.size > 0) present.set(key, [...new Set(makes.map((make) => now.get(make) ?? make))].join(','))
  }
  return present.toString() === asked.toString() ? null : `${pathname}?${present}`
}

/** More makes than the list takes (`car-search.ts`) lead nowhere, and nothing is looked up for them. */
function makesIn(list: string | null): string[] {
  const makes = list === null || list.length > 400 ? [] : list.split(',').filter(Boolean)
  return makes.length > 20 ? [] : makes
}

/** What is no encoding is no make's name. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
