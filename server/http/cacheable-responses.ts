import { LRUCache } from 'lru-cache'
import { idsOfCars } from '../../contract/cars/cars.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { pathMatcher } from '../../contract/api/path-matcher.ts'
import type { PageName } from '../../contract/pages.ts'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'
import type { CachedKind, Dependency } from '../db/change-log.ts'

/** The endpoint, page, or sitemap that a request is for. */
export interface CacheTarget {
  name: CacheableName
  /** Identifies one of the endpoint's responses; null if the response is made anew for each request. */
  key: string | null
}

/**
 * The dependencies of a response by kind, derived from its key and its output. Only a write to one of them
 * drops the response from the cache.
 */
type StandsOn<Output> = { [K in CachedKind]?: (key: string, output: Output) => readonly string[] }

interface CacheableRead<Output> {
  /** Returns the cache key of a response; null if the response is not cached. */
  keyOf(search: string, id: string): string | null
  dependsOn: StandsOn<Output>
}

type CacheableReads = { [K in EndpointName]?: CacheableRead<EndpointOutput<K>> }

const all = () => ['*']

/** Only requests with default paging and sorting are cached. */
const cacheableReads = {
  listCategories: { keyOf: onlyPlain, dependsOn: { brands: all, counts: all } },
  listCars: {
    keyOf: makeKey,
    dependsOn: { brands: all, list: (key) => [makeOf(key)], car: (_key, cars) => idsOfCars(cars) },
  },
  getCarFacets: {
    keyOf: (search) => (search.length <= MAX_SEARCH ? search : null),
    dependsOn: {
      brands: all,
      facts: all,
      words: (search) => (mayHold(search, ['q', 'place']) ? ['*'] : []),
      featured: (search) => (mayHold(search, ['featured']) ? ['*'] : []),
    },
  },
  getCar: {
    keyOf: (search, id) => (/^[\w-]{0,64}$/.test(id) ? onlyPlain(search, id) : null),
    dependsOn: { car: (id) => [id] },
  },
  listCarChanges: {
    keyOf: (search, id) => (/^[\w-]{0,64}$/.test(id) ? onlyPlain(search, id) : null),
    dependsOn: { car: (id) => [id], history: (id) => [id] },
  },
  listAllReviews: { keyOf: onlyPlain, dependsOn: { reviews: all, authors: all } },
  getReviewSummary: { keyOf: onlyPlain, dependsOn: { reviews: all } },
} satisfies CacheableReads

/** Dependencies of the pages and the sitemap, which are cached as text. */
const cacheableTexts = {
  home: { brands: all, counts: all },
  search: { brands: all, counts: all, listed: all },
  makes: { brands: all, counts: all },
  // Once its make has another name, the page redirects, so it depends on all makes.
  category: { brands: all },
  car: { car: (id) => [id] },
  reviews: { reviews: all, authors: all },
  sitemap: { brands: all, list: all },
  // These pages show no data, so nothing drops them.
  fixed: {},
} satisfies Partial<Record<PageName | 'sitemap' | 'fixed', StandsOn<string>>>

export type CacheableName = keyof typeof cacheableReads | keyof typeof cacheableTexts
export const cacheableNames = [
  ...Object.keys(cacheableReads),
  ...Object.keys(cacheableTexts),
] as CacheableName[]

/** Returns the target of an API URL; null if its response is never cached. */
export function cacheTarget(url: string): CacheTarget | null {
  const known = hotTargets.get(url)
  if (known) return known
  const target = readTarget(url)
  if (target && target.key !== null && url.length <= MAX_HOT_URL) hotTargets.set(url, target)
  return target
}

const MAX_HOT_URL = 300
const hotTargets = new LRUCache<string, CacheTarget>({ max: 2000 })

function readTarget(url: string): CacheTarget | null {
  // The URL is split at the first question mark, as in Express. Everything after a second one belongs to the
  // query.
  const mark = url.includes('?') ? url.indexOf('?') : url.length
  const [read] = findCacheableReads(url.slice(0, mark))
  if (!read) return null
  const { name, params } = read
  return { name, key: cacheableReads[name].keyOf(url.slice(mark + 1), params.id ?? '') }
}

export function dependencyKinds(name: CacheableName): CachedKind[] {
  return Object.keys(dependsOn(name)) as CachedKind[]
}

/**
 * Lists the dependencies of a response.
 * @param output the endpoint's output, or the text of a page or the sitemap
 */
export function dependenciesOf({ name, key }: CacheTarget, output: unknown): Dependency[] {
  return Object.entries(dependsOn(name)).flatMap(([kind, which]) =>
    which(key ?? '', output).map((one) => `${kind as CachedKind} ${one}` as const),
  )
}

/**
 * Returns the function that lists the dependencies of an entry. The cast merges the types of all rows, each
 * of which was checked against its own output.
 */
function dependsOn(name: CacheableName) {
  const found =
    name in cacheableReads
      ? cacheableReads[name as keyof typeof cacheableReads].dependsOn
      : cacheableTexts[name as keyof typeof cacheableTexts]
  return found as Record<string, (key: string, output: unknown) => readonly string[]>
}

const findCacheableReads = pathMatcher(
  (Object.keys(cacheableReads) as (keyof typeof cacheableReads)[]).map((name) => [name, apiPath(name)]),
)

/** Maximum length of a cached search, in characters. Searches typed by people are shorter. */
const MAX_SEARCH = 500

function onlyPlain(search: string, id: string): string | null {
  return search === '' ? id : null
}

function makeKey(search: string): string | null {
  const value = /^category_name=([^&=#]{1,120})$/.exec(search)?.[1]
  if (value === undefined) return search ? null : ALL_MAKES
  try {
    return `in ${decodeURIComponent(value.replaceAll('+', ' '))}`
  } catch {
    return null
  }
}

const ALL_MAKES = 'all'
const makeOf = (key: string) => (key === ALL_MAKES ? '*' : key.slice('in '.length))

/**
 * Reports whether a query string may contain one of these parameters. A percent-encoded name may stand for
 * any parameter.
 */
function mayHold(search: string, names: readonly string[]): boolean {
  return search.split('&').some((part) => {
    const [name = ''] = part.split('=')
    return name.includes('%') || names.includes(name)
  })
}
