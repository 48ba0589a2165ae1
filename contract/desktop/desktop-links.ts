import { pages, type PageName } from '../pages.ts'
import { createPathMatcher, trimTrailingSlash } from '../api/path-matcher.ts'

/** The scheme of links into the console, such as `kerblight://dashboard/reports?open=<id>`. */
export const LINK_SCHEME = 'kerblight'

/** The query parameter with the ID of the row to open next to its list. */
export const OPEN_PARAM = 'open'

/**
 * Returns the path of a list with one row opened next to it. A browser shows only the list, except that a
 * report opens for review.
 */
export function rowPath(path: string, id: string): string {
  return `${path}?${OPEN_PARAM}=${id}`
}

/**
 * The pages that links may open, all of which show records. Pages for signing in, registering, or paying are
 * excluded, as are pages with a secret in their path.
 */
const linkable: PageName[] = [
  'home',
  'search',
  'car',
  'category',
  'reviews',
  'myReviews',
  'purchases',
  'receipt',
  'overview',
  'myReports',
  'allUsers',
  'allSellers',
  'allBuyers',
  'addCar',
  'manageCars',
  'myCars',
  'addPhotos',
  'editCar',
  'imports',
  'carImport',
  'sales',
  'reports',
  'messages',
  'account',
  'payments',
  'payouts',
  'deals',
  'disputes',
  'newsletter',
  'editNewsletter',
  'holds',
  'makes',
  'manageMakes',
  'changes',
  'changeSet',
  'audit',
]

const findLinkable = createPathMatcher(linkable.map((name) => [name, pages[name].path]))
const id = /^[\w-]{1,64}$/
const query = new RegExp(`^\\?${OPEN_PARAM}=[\\w-]{1,64}$`)

/**
 * Returns the path of the page that a `kerblight://` link opens, or null if the link is rejected. Links come
 * from untrusted web pages and emails, so they may only name a record to show. Any other query, fragment,
 * username, or port is rejected.
 */
export function pathOfLink(link: string): string | null {
  if (link.length > 300) return null
  const [, rest] = /^kerblight:\/\/([^#]*)$/i.exec(link) ?? []
  return rest === undefined ? null : ownPath(`/${rest.replace(/^\/+/, '')}`)
}

/** Returns the path without a trailing slash if a link or a notification may open it, or null. */
export function ownPath(path: string): string | null {
  const [pathname = '', ...rest] = path.split(/(?=\?)/)
  const search = rest.join('')
  const trimmed = trimTrailingSlash(pathname)
  const isKnown = findLinkable(trimmed).some(({ params }) =>
    Object.values(params).every((value) => id.test(value)),
  )
  if (!isKnown || !(search === '' || query.test(search))) return null
  return trimmed + search
}
