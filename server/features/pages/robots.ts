/** What the public pages read when a search engine runs their scripts. */
const READ_BY_PAGES = ['/api/config', '/api/category', '/api/cars', '/api/reviews/all']

/** robots.txt (RFC 9309): the longest rule that fits decides, so the reads are allowed though the API is not. */
export function renderRobots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...READ_BY_PAGES.map((path) => `Allow: ${path}`),
    'Disallow: /api/',
    'Disallow: /dashboard',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
