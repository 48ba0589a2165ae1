import { createHash } from 'node:crypto'
import type { PageName } from '../../contract/pages.ts'
import type { EndpointName } from '../../contract/paths.ts'
import type { Tables } from '../db/tables.ts'
import type { Actor } from './handler.ts'
import type { ReadyForm } from './ready-response.ts'

/** Which form of a public answer: with contacts for members, without for strangers. */
export type Audience = 'member' | 'stranger'

export function audienceOf(actor: Actor | null): Audience {
  return actor ? 'member' : 'stranger'
}

/** A public answer's bytes and headers. Its `forms`, plain and compressed, are made when first asked for. */
export interface ReadyAnswer {
  body: Buffer
  /** Its `Content-Type`. */
  type: string
  /** An entity tag without quotes and without the encoding's suffix. */
  tag: string
  headers: Record<string, string>
  forms: Map<string, Promise<ReadyForm>>
}

/** Where an answer that is being made will lie, unless something behind it is written meanwhile. */
export interface ReadySlot {
  /** @param isShared whether everyone of the same audience gets this answer; else it is only made */
  keep(output: unknown, headers: Record<string, string>, isShared: boolean): ReadyAnswer
  /** As `keep`, for an answer that is not JSON. */
  keepText(text: string, type: 'text/html' | 'application/xml'): ReadyAnswer
}

/** Public reads as ready bytes. */
export interface ReadyAnswers {
  find(target: ReadyTarget, audience: Audience): ReadyAnswer | null
  /** To be called before the answer's first read of the database. */
  open(target: ReadyTarget, audience: Audience): ReadySlot
  /** Called by the database layer on every write; drops what was read from that table. Null: from any. */
  drop(table: keyof Tables | null): void
}

type ReadyName = keyof typeof tablesBehind

/** What is asked for; only requests with default paging and sorting are kept ready. */
export interface ReadyTarget {
  name: ReadyName
  /** Which one of that endpoint's answers; null for those that are made each time. */
  key: string | null
}

const tablesBehind = {
  listCategories: ['categories', 'cars'],
  listCars: ['cars', 'users', 'categories'],
  getCarFacets: ['cars', 'categories'],
  getCar: ['cars', 'users'],
  listAllReviews: ['reviews', 'users'],
  getReviewSummary: ['reviews'],
  home: ['categories', 'cars', 'users'],
  search: ['categories', 'cars', 'users'],
  car: ['cars', 'users'],
  reviews: ['reviews', 'users'],
  sitemap: ['categories', 'cars'],
  // The pages that show no data.
  fixed: [],
} as const satisfies Partial<Record<EndpointName | PageName | 'sitemap' | 'fixed', readonly (keyof Tables)[]>>

const MAX_BYTES = 16 * 1024 * 1024
/** Longer searches than people make are not kept. */
const MAX_SEARCH = 500

/**
 * Reads race writes: an answer is kept only if nothing behind it was written since `open`. The database has one
 * connection, so what was read after the last write of a transaction was read after its commit.
 * @param maxBytes per endpoint; what was not asked for the longest goes first
 */
export function createReadyAnswers(maxBytes = MAX_BYTES): ReadyAnswers {
  const shelves = new Map<ReadyName, Shelf>()
  for (const name of Object.keys(tablesBehind) as ReadyName[]) shelves.set(name, createShelf(maxBytes))

  return {
    find: ({ name, key }, audience) => (key === null ? null : shelves.get(name)!.find(`${audience} ${key}`)),
    open({ name, key }, audience) {
      const shelf = shelves.get(name)!
      const put = (answer: ReadyAnswer) => {
        if (key !== null && shelves.get(name) === shelf) shelf.keep(`${audience} ${key}`, answer)
        return answer
      }
      return {
        keep(output, headers, isShared) {
          const answer = toJsonAnswer(output, headers, audience)
          return isShared ? put(answer) : answer
        },
        keepText: (text, type) => put(toReadyAnswer(Buffer.from(text), `${type}; charset=utf-8`, audience)),
      }
    },
    drop(table) {
      for (const [name, tables] of Object.entries(tablesBehind) as [ReadyName, readonly string[]][])
        if (table === null || tables.includes(table)) shelves.set(name, createShelf(maxBytes))
    },
  }
}

/** What a request's address asks for, or null where its answer is never kept ready. */
export function readyTarget(url: string): ReadyTarget | null {
  if (!url.startsWith('/api/')) return null
  // At the first question mark, as Express does: what follows a second one belongs to the query.
  const mark = url.includes('?') ? url.indexOf('?') : url.length
  const path = url.slice('/api'.length, mark)
  const search = url.slice(mark + 1)
  const plain = (name: ReadyName, key: string): ReadyTarget => ({ name, key: search ? null : key })
  if (path === '/category') return plain('listCategories', '')
  if (path === '/reviews/all') return plain('listAllReviews', '')
  if (path === '/reviews/summary') return plain('getReviewSummary', '')
  if (path === '/cars') return { name: 'listCars', key: categoryKey(search) }
  if (path === '/cars/facets')
    return { name: 'getCarFacets', key: search.length <= MAX_SEARCH ? search : null }
  const id = /^\/cars\/([\w-]{1,64})$/.exec(path)?.[1]
  return id === undefined ? null : plain('getCar', id)
}

function categoryKey(search: string): string | null {
  const value = /^category_name=([^&=#]{1,120})$/.exec(search)?.[1]
  if (value === undefined) return search ? null : 'all'
  try {
    return `in ${decodeURIComponent(value.replaceAll('+', ' '))}`
  } catch {
    return null
  }
}

function toJsonAnswer(output: unknown, headers: Record<string, string>, audience: Audience): ReadyAnswer {
  const body = Buffer.from(JSON.stringify(output))
  const answer = toReadyAnswer(body, 'application/json; charset=utf-8', audience, headers)
  // A car's tag begins with its version, so that it can be sent back as `If-Match`.
  const version = (output as { version?: unknown }).version
  return typeof version === 'number' ? { ...answer, tag: `${version}.${answer.tag}` } : answer
}

function toReadyAnswer(
  body: Buffer,
  type: string,
  audience: Audience,
  headers: Record<string, string> = {},
): ReadyAnswer {
  const tag = createHash('sha256')
    .update(body)
    .update(headers.Link ?? '')
    .update(headers['X-Total-Count'] ?? '')
    .digest('base64url')
    .slice(0, 22)
  const cacheControl = audience === 'member' ? 'private, no-cache' : 'no-cache'
  return { body, type, tag, headers: { ...headers, 'Cache-Control': cacheControl }, forms: new Map() }
}

interface Shelf {
  find(key: string): ReadyAnswer | null
  keep(key: string, answer: ReadyAnswer): void
}

/** Bounded by bytes: the compressed forms are counted as half of the body. */
function createShelf(maxBytes: number): Shelf {
  const answers = new Map<string, ReadyAnswer>()
  const sizeOf = (key: string, { body }: ReadyAnswer) => key.length + body.length * 1.5 + 500
  let bytes = 0
  return {
    find(key) {
      const answer = answers.get(key)
      if (!answer) return null
      // A Map keeps the order of insertion: the first is the one that was asked for the longest ago.
      answers.delete(key)
      answers.set(key, answer)
      return answer
    },
    keep(key, answer) {
      const size = sizeOf(key, answer)
      if (size > maxBytes / 4 || answers.has(key)) return
      answers.set(key, answer)
      bytes += size
      for (const [oldest, old] of answers) {
        if (bytes <= maxBytes) break
        answers.delete(oldest)
        bytes -= sizeOf(oldest, old)
      }
    },
  }
}
