import { pages } from '../../contract/pages.ts'
import { apiPath, type EndpointName } from '../../contract/paths.ts'

/** What the public pages read when a search engine runs their scripts. */
const READ_BY_PAGES: EndpointName[] = ['getConfig', 'listCategories', 'listCars', 'listAllReviews']

/**
 * robots.txt (RFC 9309): the longest rule that fits decides, so the reads are allowed though the API is not. So are feeds:
 * Google fetches none from a folder that is closed to it (support.google.com/manufacturers/answer/6254385). Their
 * addresses are secret, and they say `noindex`.
 */
export function renderRobots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...READ_BY_PAGES.map((name) => `Allow: ${apiPath(name)}`),
    `Allow: ${apiPath('readFeed', { file: '' })}`,
    'Disallow: /api/',
    `Disallow: ${pages.purchases.path}`,
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
