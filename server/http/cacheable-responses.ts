import { LRUCache } from 'lru-cache'
import { listCarIds } from '../../contract/cars/cars.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { createPathMatcher } from '../../contract/api/path-matcher.ts'
import type { PageName } from '../../contract/pages.ts'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'
import type { CachedKind, Dependency } from '../db/change-log.ts'

export interface CacheTarget {
  name: CacheableName
  /** Identifies one of the endpoint's responses. Null means that the response is never cached. */
  key: string | null
}

/**
 * A response's dependencies by kind, derived from its key and output. Only a write to one of them drops the
 * response from the cache.
 */
type DependenciesByKind<Output> = { [K in CachedKind]?: (key: string, output: Output) => readonly string[] }

interface CacheableRead<Output> {
  keyOf(search: string, id: string): string | null
  /** True if the response also depends on the UTC day. */
  isDaily?: true
  dependsOn: DependenciesByKind<Output>
}

type CacheableReads = { [K in EndpointName]?: CacheableRead<EndpointOutput<K>> }

const listAll = () => ['*']

/** The cacheable endpoints. Only requests with default paging and sorting are cached. */
const cacheableReads = {
  listCategories: { keyOf: onlyPlain, dependsOn: { brands: listAll, counts: listAll } },
  listCars: {
    keyOf: makeKey,
    dependsOn: { brands: listAll, list: (key) => [parseMakeKey(key)], car: (_key, cars) => listCarIds(cars) },
  },
  getCarFacets: {
    keyOf: (search) => (search.length <= MAX_SEARCH_LENGTH ? search : null),
    // Warranties expire.
    isDaily: true,
    dependsOn: {
      brands: listAll,
      facts: listAll,
      words: (search) => (canContain(search, ['q', 'place']) ? ['*'] : []),
      featured: (search) => (canContain(search, ['featured']) ? ['*'] : []),
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
  getCarRecalls: {
    keyOf: (search, id) => (/^[\w-]{0,64}$/.test(id) ? onlyPlain(search, id) : null),
    dependsOn: { car: (id) => [id], recalls: listAll },
  },
  listAllReviews: { keyOf: onlyPlain, dependsOn: { reviews: listAll, authors: listAll } },
  getReviewSummary: { keyOf: onlyPlain, dependsOn: { reviews: listAll } },
} satisfies CacheableReads

/** The dependencies of the pages and the sitemap, which are cached as text. */
const cacheableTexts = {
  home: { brands: listAll, counts: listAll },
  search: { brands: listAll, counts: listAll, listed: listAll },
  makes: { brands: listAll, counts: listAll },
  // The page redirects once its make is renamed, so it depends on all makes.
  category: { brands: listAll },
  car: { car: (id) => [id] },
  reviews: { reviews: listAll, authors: listAll },
  sitemap: { brands: listAll, list: listAll },
  // These pages show no data, so nothing drops them.
  fixed: {},
} satisfies Partial<Record<PageName | 'sitemap' | 'fixed', DependenciesByKind<string>>>

export type CacheableName = keyof typeof cacheableReads | keyof typeof cacheableTexts
export const cacheableNames = [
  ...Object.keys(cacheableReads),
  ...Object.keys(cacheableTexts),
] as CacheableName[]

export function cacheTarget(url: string): CacheTarget | null {
  const existing = hotTargets.get(url)
  if (existing) return existing
  const target = readTarget(url)
  if (target && target.key !== null && url.length <= MAX_HOT_URL) hotTargets.set(url, target)
  return target
}

const MAX_HOT_URL = 300
const hotTargets = new LRUCache<string, CacheTarget>({ max: 2000 })

function readTarget(url: string): CacheTarget | null {
  // Like Express, this splits the URL at the first question mark. Any later one is part of the query.
  const mark = url.includes('?') ? url.indexOf('?') : url.length
  const [match] = findCacheableReads(url.slice(0, mark))
  if (!match) return null
  const { name, params } = match
  return { name, key: cacheableReads[name].keyOf(url.slice(mark + 1), params.id ?? '') }
}

/** Reports whether a response may change when a day ends in UTC, without a write. */
export function isDaily(name: CacheableName): boolean {
  return name in cacheableReads && 'isDaily' in cacheableReads[name as keyof typeof cacheableReads]
}

export function dependencyKinds(name: CacheableName): CachedKind[] {
  return Object.keys(dependsOn(name)) as CachedKind[]
}

/**
 * Returns the dependencies of a cacheable response.
 * @param output the endpoint's output, or the text of a page or sitemap
 */
export function listDependencyTags({ name, key }: CacheTarget, output: unknown): Dependency[] {
  return Object.entries(dependsOn(name)).flatMap(([kind, listIds]) =>
    listIds(key ?? '', output).map((id) => `${kind as CachedKind} ${id}` as const),
  )
}

/**
 * Returns the functions that list the dependencies of an entry. The cast merges the types of all entries,
 * each of which was checked against its own output type.
 */
function dependsOn(name: CacheableName) {
  const dependencies =
    name in cacheableReads
      ? cacheableReads[name as keyof typeof cacheableReads].dependsOn
      : cacheableTexts[name as keyof typeof cacheableTexts]
  return dependencies as Record<string, (key: string, output: unknown) => readonly string[]>
}

const findCacheableReads = createPathMatcher(
  (Object.keys(cacheableReads) as (keyof typeof cacheableReads)[]).map((name) => [name, apiPath(name)]),
)

/** Maximum length of a cached query string, in characters. Searches that users type are shorter. */
const MAX_SEARCH_LENGTH = 500

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
const parseMakeKey = (key: string) => (key === ALL_MAKES ? '*' : key.slice('in '.length))

/**
 * Reports whether a query string may contain one of these parameters. A percent-encoded name may be any of
 * them.
 */
function canContain(search: string, names: readonly string[]): boolean {
  return search.split('&').some((part) => {
    const [name = ''] = part.split('=')
    return name.includes('%') || names.includes(name)
  })
}
