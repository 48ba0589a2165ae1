import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CachedKind, Dependency } from '../db/change-log.ts'
import type { Audience } from '../actor.ts'
import { ownBytes, type StoredResponse } from './stored-response.ts'
import {
  cacheableNames,
  dependencyKinds,
  dependenciesOf,
  type CacheTarget,
  type CacheableName,
} from './cacheable-responses.ts'

/**
 * The cache slot for a response that is being made. It stays empty if one of the response's dependencies is
 * written in the meantime.
 */
export interface CacheSlot {
  /**
   * Builds a response from the output and caches it.
   * @param isShared true if all callers of the same audience get this response; otherwise, it is not cached
   */
  keep(output: unknown, headers: Record<string, string>, isShared: boolean): StoredResponse
  /** Works like `keep`, for a response that is not JSON. */
  keepText(text: string, type: 'text/html' | 'application/xml'): StoredResponse
}

/** A cache of public reads, stored as bytes that are ready to send. */
export interface ResponseCache {
  find(target: CacheTarget, audience: Audience): StoredResponse | null
  /**
   * Returns the cached response, or the response that is being made for another request; null if neither
   * exists.
   */
  findSoon(target: CacheTarget, audience: Audience): StoredResponse | Promise<StoredResponse | null> | null
  /**
   * Makes one response for all requests that arrive in the meantime. `work` has to put the response into the
   * slot. It may read the database only after it has been called.
   */
  make<T>(target: CacheTarget, audience: Audience, work: (slot: CacheSlot) => Promise<T>): Promise<T>
  /**
   * Drops the responses that depend on any of these, or all responses for null. The database layer calls this
   * after every commit.
   */
  drop(dependencies: readonly Dependency[] | null): void
  /**
   * Suspends the cache until this is called with null, because writes are no longer reported. During the
   * suspension, cached responses are found only while the database is unreachable.
   * @param outage returns the time since which the database is unreachable; null if it is reachable
   */
  suspend(outage: (() => Date | null) | null): void
}

const MAX_BYTES = 16 * 1024 * 1024
/**
 * Time in milliseconds from the start of an outage during which cached responses are not marked as stale.
 * They are still current, because no process can write.
 */
const STALE_MS = 60_000

/**
 * Creates a response cache. Reads race with writes, so a response is cached only if none of its dependencies
 * was committed since `make`. A response that read the database before a commit is either dropped or never
 * cached. Requests that arrive after the commit don't wait for it.
 * @param maxBytes maximum size per endpoint; the least recently used responses are evicted first
 */
export function createResponseCache(maxBytes = MAX_BYTES): ResponseCache {
  const entriesByDependency = new Map<Dependency, Set<CacheEntry>>()
  const shelves = new Map<CacheableName, LRUCache<string, CacheEntry>>()
  for (const name of cacheableNames)
    shelves.set(
      name,
      createShelf(maxBytes, (cacheEntry) => unindexEntry(entriesByDependency, cacheEntry)),
    )
  const making = new Set<Making>()
  const coming = new Map<string, Making>()
  let suspended: (() => Date | null) | null = null

  function put(cacheEntry: CacheEntry): void {
    if (suspended) return
    const shelf = shelves.get(cacheEntry.target.name)!
    shelf.set(cacheEntry.place, cacheEntry)
    // An entry that was too large for the cache is not in it, so it is not indexed.
    if (shelf.peek(cacheEntry.place) === cacheEntry) indexEntry(entriesByDependency, cacheEntry)
  }

  function slotFor(target: CacheTarget, audience: Audience, made: Making): CacheSlot {
    const finish = (answer: StoredResponse, output: unknown) => {
      if (!answer.isStored) return answer
      const dependencies = dependenciesOf(target, output)
      if (!isWritten(made, dependencies)) put({ target, place: made.place, answer, dependencies })
      made.resolve(answer)
      return answer
    }
    return {
      keep: (output, headers, isShared) =>
        finish(
          { ...toJsonResponse(output, headers, audience), isStored: isShared && target.key !== null },
          output,
        ),
      keepText: (text, type) =>
        finish(toStoredResponse(ownBytes(text), `${type}; charset=utf-8`, audience), text),
    }
  }

  const findEntry = (target: CacheTarget, audience: Audience) =>
    target.key === null ? null : (shelves.get(target.name)!.get(placeOf(target, audience))?.answer ?? null)

  function findInOutage(target: CacheTarget, audience: Audience): StoredResponse | null {
    const since = suspended?.() ?? null
    const cacheEntry = since && findEntry(target, audience)
    return cacheEntry && Date.now() - since.getTime() >= STALE_MS ? markedStale(cacheEntry) : cacheEntry
  }

  const find = (target: CacheTarget, audience: Audience) =>
    suspended ? findInOutage(target, audience) : findEntry(target, audience)

  return {
    find,
    findSoon: (target, audience) =>
      find(target, audience) ?? (suspended ? null : (coming.get(placeOf(target, audience))?.answer ?? null)),
    async make(target, audience, work) {
      const made = createMaking(target, audience)
      making.add(made)
      if (target.key !== null && !coming.has(made.place)) coming.set(made.place, made)
      try {
        return await work(slotFor(target, audience, made))
      } finally {
        made.resolve(null)
        making.delete(made)
        if (coming.get(made.place) === made) coming.delete(made.place)
      }
    },
    drop(dependencies) {
      for (const made of making)
        if (recordWrite(made, dependencies) && coming.get(made.place) === made) coming.delete(made.place)
      if (dependencies === null) for (const shelf of shelves.values()) shelf.clear()
      else
        for (const { target, place } of findDependents(entriesByDependency, dependencies))
          shelves.get(target.name)!.delete(place)
    },
    suspend(outage) {
      suspended = outage
    },
  }
}

const marked = new WeakMap<StoredResponse, StoredResponse>()

function markedStale(answer: StoredResponse): StoredResponse {
  const known = marked.get(answer)
  if (known) return known
  const headers = { ...answer.headers, Warning: '110 - "Response is Stale"' }
  const stale = { ...answer, headers, forms: new Map() }
  marked.set(answer, stale)
  return stale
}

function placeOf({ name, key }: CacheTarget, audience: Audience): string {
  return `${name} ${audience} ${key}`
}

/** A response that is being made. */
interface Making {
  place: string
  /** The response for waiting requests; null if the result can't be shared with them. */
  answer: Promise<StoredResponse | null>
  resolve(answer: StoredResponse | null): void
  kinds: ReadonlySet<CachedKind>
  /**
   * The dependencies, of the kinds that matter here, that were written in the meantime; null if any of them
   * may have been.
   */
  written: Set<Dependency> | null
}

function createMaking(target: CacheTarget, audience: Audience): Making {
  const { promise, resolve } = Promise.withResolvers<StoredResponse | null>()
  return {
    place: placeOf(target, audience),
    answer: promise,
    resolve,
    kinds: new Set(dependencyKinds(target.name)),
    written: new Set(),
  }
}

/**
 * Records a write.
 * @returns true if the response may depend on any of these; its exact dependencies are known only once it has
 * been made
 */
function recordWrite(made: Making, dependencies: readonly Dependency[] | null): boolean {
  if (dependencies === null) {
    made.written = null
    return true
  }
  const concerning = dependencies.filter((dependency) => made.kinds.has(kindOf(dependency)))
  for (const dependency of concerning) made.written?.add(dependency)
  return concerning.length > 0
}

function isWritten({ written }: Making, dependencies: readonly Dependency[]): boolean {
  if (written === null) return true
  const kinds = new Set(Array.from(written, kindOf))
  return dependencies.some((dependency) =>
    dependency.endsWith(' *')
      ? kinds.has(kindOf(dependency))
      : written.has(dependency) || written.has(allOf(dependency)),
  )
}

/** A cached response with its key in the cache and its dependencies. */
interface CacheEntry {
  target: CacheTarget
  place: string
  answer: StoredResponse
  dependencies: readonly Dependency[]
}

function indexEntry(entriesByDependency: Map<Dependency, Set<CacheEntry>>, cacheEntry: CacheEntry): void {
  for (const dependency of cacheEntry.dependencies) {
    const known = entriesByDependency.get(dependency)
    if (known) known.add(cacheEntry)
    else entriesByDependency.set(dependency, new Set([cacheEntry]))
  }
}

function unindexEntry(entriesByDependency: Map<Dependency, Set<CacheEntry>>, cacheEntry: CacheEntry): void {
  for (const dependency of cacheEntry.dependencies) {
    const known = entriesByDependency.get(dependency)
    known?.delete(cacheEntry)
    if (known?.size === 0) entriesByDependency.delete(dependency)
  }
}

function findDependents(
  entriesByDependency: Map<Dependency, Set<CacheEntry>>,
  dependencies: readonly Dependency[],
): CacheEntry[] {
  const keys = new Set(dependencies.flatMap((dependency) => [dependency, allOf(dependency)]))
  return Array.from(keys).flatMap((dependency) => [...(entriesByDependency.get(dependency) ?? [])])
}

function kindOf(dependency: Dependency): CachedKind {
  return dependency.slice(0, dependency.indexOf(' ')) as CachedKind
}

function allOf(dependency: Dependency): Dependency {
  return `${kindOf(dependency)} *`
}

function toJsonResponse(
  output: unknown,
  headers: Record<string, string>,
  audience: Audience,
): StoredResponse {
  const body = ownBytes(JSON.stringify(output))
  const answer = toStoredResponse(body, 'application/json; charset=utf-8', audience, headers)
  // A car's tag begins with its version, so clients can send it back as `If-Match`.
  const version = (output as { version?: unknown }).version
  return typeof version === 'number' ? { ...answer, tag: `${version}.${answer.tag}` } : answer
}

function toStoredResponse(
  body: Buffer,
  type: string,
  audience: Audience,
  headers: Record<string, string> = {},
): StoredResponse {
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
    isStored: true,
    forms: new Map(),
  }
}

/** Size of an entry in bytes, not counting the body: its headers for each encoding, and its index entries. */
const BYTES_BESIDE = 2500
/** Size in bytes of one dependency of an entry. */
const SUBJECT_BYTES = 400

/**
 * Creates the cache for one endpoint's responses, limited in bytes. The compressed forms are counted as half
 * the size of the body.
 */
function createShelf(
  maxBytes: number,
  onRemove: (cacheEntry: CacheEntry) => void,
): LRUCache<string, CacheEntry> {
  return new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ place, answer, dependencies }) =>
      Math.ceil(
        answer.body.length * 1.5 + place.length * 2 + dependencies.length * SUBJECT_BYTES + BYTES_BESIDE,
      ),
    dispose: onRemove,
  })
}
