import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PageName } from '../../contract/pages.ts'
import { pathMatcher } from '../../contract/path-matcher.ts'
import { apiPath, type EndpointName } from '../../contract/paths.ts'
import type { Tables } from '../db/tables.ts'
import type { Actor } from '../actor.ts'
import type { CachedAnswer } from './cached-answer.ts'

/** Which form of a public answer: with contacts for members, without for strangers. */
export type Audience = 'member' | 'stranger'

export function audienceOf(actor: Actor | null): Audience {
  return actor ? 'member' : 'stranger'
}

/** Where an answer that is being made will lie, unless something behind it is written meanwhile. */
export interface CacheSlot {
  /** @param isShared whether everyone of the same audience gets this answer; else it is only made */
  keep(output: unknown, headers: Record<string, string>, isShared: boolean): CachedAnswer
  /** As `keep`, for an answer that is not JSON. */
  keepText(text: string, type: 'text/html' | 'application/xml'): CachedAnswer
}

/** Public reads as bytes that need no work. */
export interface ResponseCache {
  find(target: CacheTarget, audience: Audience): CachedAnswer | null
  /** The answer, or the one that is being made for somebody else; null where there is neither. */
  findSoon(target: CacheTarget, audience: Audience): CachedAnswer | Promise<CachedAnswer | null> | null
  /** Makes an answer, for all who ask meanwhile. `work` is to keep it, and to read the database only once it is called. */
  make<T>(target: CacheTarget, audience: Audience, work: (slot: CacheSlot) => Promise<T>): Promise<T>
  /** Called by the database layer after every commit; drops what was read from that table. Null: from any. */
  drop(table: keyof Tables | null): void
}

type CachedName = keyof typeof tablesBehind

/** What is asked for; only requests with default paging and sorting are cached. */
export interface CacheTarget {
  name: CachedName
  /** Which one of that endpoint's answers; null for those that are made each time. */
  key: string | null
}

const tablesBehind = {
  listCategories: ['categories', 'cars'],
  listCars: ['cars', 'car_pictures', 'users', 'categories'],
  getCarFacets: ['cars', 'categories'],
  getCar: ['cars', 'car_pictures', 'users'],
  listAllReviews: ['reviews', 'users'],
  getReviewSummary: ['reviews'],
  home: ['categories', 'cars'],
  search: ['categories', 'cars', 'car_pictures', 'users'],
  car: ['cars', 'car_pictures', 'users'],
  reviews: ['reviews', 'users'],
  sitemap: ['categories', 'cars'],
  // The pages that show no data.
  fixed: [],
} as const satisfies Partial<Record<EndpointName | PageName | 'sitemap' | 'fixed', readonly (keyof Tables)[]>>

const MAX_BYTES = 16 * 1024 * 1024
/** Longer searches than people make are not kept. */
const MAX_SEARCH = 500

/**
 * Reads race writes: an answer is kept only if nothing behind it was committed since `make`. One that was read before a
 * commit was begun before it, and so is dropped or not kept; and who asks after the commit does not wait for it.
 * @param maxBytes per endpoint; what was not asked for the longest goes first
 */
export function createResponseCache(maxBytes = MAX_BYTES): ResponseCache {
  const shelves = new Map<CachedName, Shelf>()
  for (const name of Object.keys(tablesBehind) as CachedName[]) shelves.set(name, createShelf(maxBytes))

  function slotFor(
    { name, key }: CacheTarget,
    audience: Audience,
    done: (answer: CachedAnswer) => void,
  ): CacheSlot {
    const shelf = shelves.get(name)!
    const put = (answer: CachedAnswer) => {
      if (!answer.isKept) return answer
      if (shelves.get(name) === shelf) shelf.answers.set(`${audience} ${key}`, answer)
      done(answer)
      return answer
    }
    return {
      keep(output, headers, isShared) {
        return put({ ...toJsonAnswer(output, headers, audience), isKept: isShared && key !== null })
      },
      keepText: (text, type) => put(toCachedAnswer(Buffer.from(text), `${type}; charset=utf-8`, audience)),
    }
  }

  const find = ({ name, key }: CacheTarget, audience: Audience) =>
    key === null ? null : (shelves.get(name)!.answers.get(`${audience} ${key}`) ?? null)

  return {
    find,
    findSoon: (target, audience) =>
      find(target, audience) ?? shelves.get(target.name)!.coming.get(`${audience} ${target.key}`) ?? null,
    async make(target, audience, work) {
      const { coming } = shelves.get(target.name)!
      const place = `${audience} ${target.key}`
      const { promise, resolve } = Promise.withResolvers<CachedAnswer | null>()
      if (target.key !== null && !coming.has(place)) coming.set(place, promise)
      try {
        return await work(slotFor(target, audience, resolve))
      } finally {
        resolve(null)
        if (coming.get(place) === promise) coming.delete(place)
      }
    },
    drop(table) {
      for (const [name, tables] of Object.entries(tablesBehind) as [CachedName, readonly string[]][])
        if (table === null || tables.includes(table)) shelves.set(name, createShelf(maxBytes))
    },
  }
}

/** What a request's address asks for, or null where its answer is never cached. */
export function cacheTarget(url: string): CacheTarget | null {
  // At the first question mark, as Express does: what follows a second one belongs to the query.
  const mark = url.includes('?') ? url.indexOf('?') : url.length
  const [read] = findCachedReads(url.slice(0, mark))
  if (!read) return null
  const { name, params } = read
  const search = url.slice(mark + 1)
  if (name === 'listCars') return { name, key: categoryKey(search) }
  if (name === 'getCarFacets') return { name, key: search.length <= MAX_SEARCH ? search : null }
  const { id = '' } = params
  return /^[\w-]{0,64}$/.test(id) ? { name, key: search ? null : id } : null
}

const findCachedReads = pathMatcher(
  (
    ['listCategories', 'listCars', 'getCarFacets', 'getCar', 'listAllReviews', 'getReviewSummary'] as const
  ).map((name) => [name, apiPath(name)]),
)

function categoryKey(search: string): string | null {
  const value = /^category_name=([^&=#]{1,120})$/.exec(search)?.[1]
  if (value === undefined) return search ? null : 'all'
  try {
    return `in ${decodeURIComponent(value.replaceAll('+', ' '))}`
  } catch {
    return null
  }
}

function toJsonAnswer(output: unknown, headers: Record<string, string>, audience: Audience): CachedAnswer {
  const body = Buffer.from(JSON.stringify(output))
  const answer = toCachedAnswer(body, 'application/json; charset=utf-8', audience, headers)
  // A car's tag begins with its version, so that it can be sent back as `If-Match`.
  const version = (output as { version?: unknown }).version
  return typeof version === 'number' ? { ...answer, tag: `${version}.${answer.tag}` } : answer
}

function toCachedAnswer(
  body: Buffer,
  type: string,
  audience: Audience,
  headers: Record<string, string> = {},
): CachedAnswer {
  const tag = createHash('sha256')
    .update(body)
    .update(headers.Link ?? '')
    .update(headers['X-Total-Count'] ?? '')
    .digest('base64url')
    .slice(0, 22)
  const cacheControl = audience === 'member' ? 'private, no-cache' : 'no-cache'
  return {
    body,
    type,
    tag,
    headers: { ...headers, 'Cache-Control': cacheControl },
    isKept: true,
    forms: new Map(),
  }
}

/** The answers of one endpoint. */
interface Shelf {
  answers: LRUCache<string, CachedAnswer>
  /** Those being made; null where nothing came of it that others may have. */
  coming: Map<string, Promise<CachedAnswer | null>>
}

/** Bounded by bytes: the compressed forms are counted as half of the body. */
function createShelf(maxBytes: number): Shelf {
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ body }, key) => Math.ceil(key.length + body.length * 1.5 + 500),
  })
  return { answers, coming: new Map() }
}
