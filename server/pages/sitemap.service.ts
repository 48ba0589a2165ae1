import { pagePath, pages, type Page } from '../../contract/pages.ts'
import type { Context } from '../context.ts'
import { escapeHtml } from '../http/html.ts'
import { listShownCategories } from '../features/categories/category.repository.ts'
import { searchPath } from './search-path.ts'
import { listCarsOfPart, listSitemapParts } from './sitemap.repository.ts'

/** Cars in one part: well below the protocol's 50,000, so that a part is quick to make and small enough to keep. */
const SITEMAP_PART = 10_000

/**
 * The sitemap (sitemaps.org/protocol.html): where all cars fit one part, the list of addresses itself, else an index of
 * `/sitemap-pages.xml` and the parts `/sitemap-1.xml`, `/sitemap-2.xml` and so on that hold cars.
 */
export async function renderSitemap(ctx: Context, partSize = SITEMAP_PART): Promise<string> {
  const parts = await listSitemapParts(ctx.db, partSize)
  if (parts.length > 1) return renderIndex(ctx, ['pages', ...parts])
  const cars = parts.length === 1 ? await carEntries(ctx, parts[0]!, partSize) : []
  return renderEntries([...(await pageEntries(ctx)), ...cars])
}

export async function renderSitemapPages(ctx: Context): Promise<string> {
  return renderEntries(await pageEntries(ctx))
}

/** @returns null where no listed car is in that part */
export async function renderSitemapPart(
  ctx: Context,
  part: number,
  partSize = SITEMAP_PART,
): Promise<string | null> {
  const entries = await carEntries(ctx, part, partSize)
  return entries.length > 0 ? renderEntries(entries) : null
}

interface Entry {
  url: string
  /** A day, ISO 8601; null where a page does not say when it changed. */
  changed: string | null
}

async function carEntries({ db, config }: Context, part: number, partSize: number): Promise<Entry[]> {
  const cars = await listCarsOfPart(db, part, partSize)
  return cars.map(({ carId, postedAt }) => ({
    url: config.publicUrl + pagePath('car', { id: carId }),
    changed: postedAt.slice(0, 10),
  }))
}

async function pageEntries({ db, config }: Context): Promise<Entry[]> {
  const paths = Object.values<Page>(pages)
    .filter((page) => page.indexable && page.inSitemap !== false && !page.path.includes(':'))
    .map(({ path }) => path)
  const categories = await listShownCategories(db)
  const searches = categories.map(({ name }) => searchPath(name))
  return [...paths, ...searches].map((path) => ({ url: config.publicUrl + path, changed: null }))
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function renderEntries(entries: readonly Entry[]): string {
  const urls = entries.map(
    ({ url, changed }) =>
      `<url><loc>${escapeHtml(url)}</loc>${changed === null ? '' : `<lastmod>${changed}</lastmod>`}</url>`,
  )
  return `${XML}\n<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`
}

function renderIndex({ config }: Context, parts: readonly (number | 'pages')[]): string {
  const maps = parts.map(
    (part) => `<sitemap><loc>${escapeHtml(`${config.publicUrl}/sitemap-${part}.xml`)}</loc></sitemap>`,
  )
  return `${XML}\n<sitemapindex ${NAMESPACE}>\n${maps.join('\n')}\n</sitemapindex>\n`
}
