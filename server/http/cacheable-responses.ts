import { LRUCache } from 'lru-cache'
import { idsOfCars } from '../../contract/cars/cars.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { pathMatcher } from '../../contract/api/path-matcher.ts'
import type { PageName } from '../../contract/pages.ts'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'
import type { CachedKind, Dependency } from '../db/change-log.ts'

/** What is asked for. */
export interface CacheTarget {
  name: CacheableName
  /** Which one of that endpoint's answers; null for those that are made each time. */
  key: string | null
}

/**
 * What an answer stands on: of each kind which ones, by what was asked for and what was answered. A write to any of them
 * drops it, and nothing else does.
 */
type StandsOn<Output> = { [K in CachedKind]?: (key: string, output: Output) => readonly string[] }

interface CacheableRead<Output> {
  /** Which answers are kept: null for those that are not. */
  keyOf(search: string, id: string): string | null
  dependsOn: StandsOn<Output>
}

type CacheableReads = { [K in EndpointName]?: CacheableRead<EndpointOutput<K>> }

const all = () => ['*']

/** Only requests with default paging and sorting are kept. */
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

/** Of pages and the sitemap, which are text. */
const cacheableTexts = {
  home: { brands: all, counts: all },
  search: { brands: all, counts: all, listed: all },
  makes: { brands: all, counts: all },
  // It leads elsewhere once its make has another name.
  category: { brands: all },
  car: { car: (id) => [id] },
  reviews: { reviews: all, authors: all },
  sitemap: { brands: all, list: all },
  // The pages that show no data.
  fixed: {},
} satisfies Partial<Record<PageName | 'sitemap' | 'fixed', StandsOn<string>>>

export type CacheableName = keyof typeof cacheableReads | keyof typeof cacheableTexts
export const cacheableNames = [
  ...Object.keys(cacheableReads),
  ...Object.keys(cacheableTexts),
] as CacheableName[]

/** What is asked for by an address of the API's, or null where its answer is never kept. */
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
  // At the first question mark, as Express does: what follows a second one belongs to the query.
  const mark = url.includes('?') ? url.indexOf('?') : url.length
  const [read] = findCacheableReads(url.slice(0, mark))
  if (!read) return null
  const { name, params } = read
  return { name, key: cacheableReads[name].keyOf(url.slice(mark + 1), params.id ?? '') }
}

export function dependencyKinds(name: CacheableName): CachedKind[] {
  return Object.keys(dependsOn(name)) as CachedKind[]
}

/** @param output what was answered: the endpoint's, or the text */
export function dependenciesOf({ name, key }: CacheTarget, output: unknown): Dependency[] {
  return Object.entries(dependsOn(name)).flatMap(([kind, which]) =>
    which(key ?? '', output).map((one) => `${kind as CachedKind} ${one}` as const),
  )
}

/** The types of the table's rows are joined here: each was checked against its own output. */
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

/** Longer searches than people make are not kept. */
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

/** Whether a search has one of these parameters. One whose name is percent-encoded may have any. */
function mayHold(search: string, names: readonly string[]): boolean {
  return search.split('&').some((part) => {
    const [name = ''] = part.split('=')
    return name.includes('%') || names.includes(name)
  })
}
