import { pagePath, pages, type Page } from '../../contract/pages.ts'
import type { Context } from '../context.ts'
import { escapeHtml } from '../http/html.ts'
import { listShownCategories } from '../features/categories/category.repository.ts'
import { searchPath } from './search-path.ts'
import { listSitemapPartCars, listSitemapParts } from './sitemap.repository.ts'

/**
 * Number of cars per part. It is well below the protocol's limit of 50,000, so that a part is quick to
 * render and small enough to cache.
 */
const SITEMAP_PART = 10_000

/**
 * Renders the sitemap (sitemaps.org/protocol.html). If all cars fit into one part, it lists the URLs
 * directly. Otherwise, it is an index of `/sitemap-pages.xml` and of the parts with cars: `/sitemap-1.xml`,
 * `/sitemap-2.xml`, and so on.
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
  /** The date of the page's last change (ISO 8601), or null if it is unknown. */
  changedOn: string | null
}

async function carEntries({ db, config }: Context, part: number, partSize: number): Promise<Entry[]> {
  const cars = await listSitemapPartCars(db, part, partSize)
  return cars.map(({ carId, postedAt }) => ({
    url: config.publicUrl + pagePath('car', { id: carId }),
    changedOn: postedAt.slice(0, 10),
  }))
}

async function pageEntries({ db, config }: Context): Promise<Entry[]> {
  const paths = Object.values<Page>(pages)
    .filter((page) => page.indexable && page.inSitemap !== false && !page.path.includes(':'))
    .map(({ path }) => path)
  const categories = await listShownCategories(db)
  const searches = categories.map(({ name }) => searchPath(name))
  return [...paths, ...searches].map((path) => ({ url: config.publicUrl + path, changedOn: null }))
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function renderEntries(entries: readonly Entry[]): string {
  const urls = entries.map(
    ({ url, changedOn }) =>
      `<url><loc>${escapeHtml(url)}</loc>${changedOn === null ? '' : `<lastmod>${changedOn}</lastmod>`}</url>`,
  )
  return `${XML}\n<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`
}

function renderIndex({ config }: Context, parts: readonly (number | 'pages')[]): string {
  const maps = parts.map(
    (part) => `<sitemap><loc>${escapeHtml(`${config.publicUrl}/sitemap-${part}.xml`)}</loc></sitemap>`,
  )
  return `${XML}\n<sitemapindex ${NAMESPACE}>\n${maps.join('\n')}\n</sitemapindex>\n`
}
