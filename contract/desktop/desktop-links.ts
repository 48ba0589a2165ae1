import { pages, type PageName } from '../pages.ts'
import { pathMatcher, withoutSlash } from '../api/path-matcher.ts'

/** The scheme of links into the console: `kerblight://dashboard/reports?open=<id>`. */
export const LINK_SCHEME = 'kerblight'

/** The query parameter that names the row to open beside its list. */
export const OPEN_PARAM = 'open'

/** The address of a list with one of its rows opened beside it; a browser shows the list, and opens a report to review. */
export function rowPath(path: string, id: string): string {
  return `${path}?${OPEN_PARAM}=${id}`
}

/** Pages that show records. Those that sign in, register, pay or carry a secret in their path are no link's goal. */
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
  'newsletter',
  'editNewsletter',
  'holds',
  'makes',
  'manageMakes',
  'changes',
  'changeSet',
  'audit',
]

const findLinkable = pathMatcher(linkable.map((name) => [name, pages[name].path]))
const id = /^[\w-]{1,64}$/
const query = new RegExp(`^\\?${OPEN_PARAM}=[\\w-]{1,64}$`)

/**
 * The page that a `kerblight://` link opens, or null. A link comes from anywhere, a web page or a mail: it may name a
 * record to show and nothing else, so no other query, fragment, name or port.
 */
export function pathOfLink(link: string): string | null {
  if (link.length > 300) return null
  const [, rest] = /^kerblight:\/\/([^#]*)$/i.exec(link) ?? []
  return rest === undefined ? null : ownPath(`/${rest.replace(/^\/+/, '')}`)
}

/** The path itself where it is one that a link or a notification may open, without a slash at its end; else null. */
export function ownPath(path: string): string | null {
  const [pathname = '', ...rest] = path.split(/(?=\?)/)
  const search = rest.join('')
  const trimmed = withoutSlash(pathname)
  const isKnown = findLinkable(trimmed).some(({ params }) =>
    Object.values(params).every((value) => id.test(value)),
  )
  if (!isKnown || !(search === '' || query.test(search))) return null
  return trimmed + search
}
