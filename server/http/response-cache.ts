import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { getUtcDay } from '../../contract/calendar-day.ts'
import type { CachedKind, Dependency } from '../db/change-log.ts'
import type { Audience } from '../actor.ts'
import { copyBytes, type StoredResponse } from './stored-response.ts'
import {
  cacheableNames,
  dependencyKinds,
  listDependencyTags,
  isDaily,
  type CacheTarget,
  type CacheableName,
} from './cacheable-responses.ts'

/**
 * The cache slot for a response that is being built. It stays empty if one of the response's dependencies is
 * written before the response is complete.
 */
export interface CacheSlot {
  /**
   * Builds a response from the output and caches it.
   * @param isShared true if all callers of the same audience get the same response. Any other response is not
   * cached.
   */
  keep(output: unknown, headers: Record<string, string>, isShared: boolean): StoredResponse
  /** Works like `keep`, with text instead of JSON. */
  keepText(text: string, type: 'text/html' | 'application/xml'): StoredResponse
}

/** A cache of public responses, stored as bytes that are ready to send. */
export interface ResponseCache {
  find(target: CacheTarget, audience: Audience): StoredResponse | null
  findSoon(target: CacheTarget, audience: Audience): StoredResponse | Promise<StoredResponse | null> | null
  /**
   * Builds one response for this request and all others that arrive before it is complete. `work` puts the
   * response into the slot. It must not use database reads from before this call.
   */
  make<T>(target: CacheTarget, audience: Audience, work: (slot: CacheSlot) => Promise<T>): Promise<T>
  /**
   * Drops the responses that depend on any of the given dependencies, or all responses for null. The database
   * layer calls this after every commit.
   */
  drop(dependencies: readonly Dependency[] | null): void
  /**
   * Suspends the cache while this process receives no notifications of writes. A call with null resumes it.
   * While it is suspended, cached responses are found only if the database is unreachable.
   * @param outage returns the start of the database outage, or null if the database is reachable
   */
  suspend(outage: (() => Date | null) | null): void
}

const MAX_BYTES = 16 * 1024 * 1024
/**
 * The time in milliseconds after the start of an outage when cached responses are first marked as stale.
 * During an outage, no process can write, so the responses remain current.
 */
const STALE_MS = 60_000

/**
 * Creates a response cache. A response is cached only if none of its dependencies was committed since `make`
 * was called, so data read before a commit is never cached. Requests that arrive after the commit don't join
 * the earlier response.
 * @param options `maxBytes` is the maximum size per endpoint. The least recently used responses are evicted first.
 */
export function createResponseCache({ maxBytes = MAX_BYTES, now = () => new Date() } = {}): ResponseCache {
  const entriesByDependency = new Map<Dependency, Set<CacheEntry>>()
  const cachesByName = new Map<CacheableName, LRUCache<string, CacheEntry>>()
  for (const name of cacheableNames)
    cachesByName.set(
      name,
      createEndpointCache(maxBytes, (cacheEntry) => unindexEntry(entriesByDependency, cacheEntry)),
    )
  const pendingResponses = new Set<PendingResponse>()
  const pendingByKey = new Map<string, PendingResponse>()
  let readOutageStart: (() => Date | null) | null = null

  function buildCacheKey({ name, key }: CacheTarget, audience: Audience): string {
    return `${name} ${audience} ${isDaily(name) ? `${getUtcDay(now())} ` : ''}${key}`
  }

  function cacheResponse(cacheEntry: CacheEntry): void {
    if (readOutageStart) return
    const endpointCache = cachesByName.get(cacheEntry.target.name)!
    endpointCache.set(cacheEntry.cacheKey, cacheEntry)
    // The cache rejects entries that are too large.
    if (endpointCache.peek(cacheEntry.cacheKey) === cacheEntry) indexEntry(entriesByDependency, cacheEntry)
  }

  function createSlot(target: CacheTarget, audience: Audience, pending: PendingResponse): CacheSlot {
    const finish = (response: StoredResponse, output: unknown) => {
      if (!response.isStored) return response
      const dependencies = listDependencyTags(target, output)
      if (!isWritten(pending, dependencies))
        cacheResponse({ target, cacheKey: pending.cacheKey, response, dependencies })
      pending.resolve(response)
      return response
    }
    return {
      keep: (output, headers, isShared) =>
        finish(
          { ...toJsonResponse(output, headers, audience), isStored: isShared && target.key !== null },
          output,
        ),
      keepText: (text, type) =>
        finish(toStoredResponse(copyBytes(text), `${type}; charset=utf-8`, audience), text),
    }
  }

  const findEntry = (target: CacheTarget, audience: Audience) =>
    target.key === null
      ? null
      : (cachesByName.get(target.name)!.get(buildCacheKey(target, audience))?.response ?? null)

  function findInOutage(target: CacheTarget, audience: Audience): StoredResponse | null {
    const unreachableSince = readOutageStart?.() ?? null
    const cacheEntry = unreachableSince && findEntry(target, audience)
    return cacheEntry && Date.now() - unreachableSince.getTime() >= STALE_MS
      ? asStale(cacheEntry)
      : cacheEntry
  }

  const find = (target: CacheTarget, audience: Audience) =>
    readOutageStart ? findInOutage(target, audience) : findEntry(target, audience)

  return {
    find,
    findSoon: (target, audience) =>
      find(target, audience) ??
      (readOutageStart ? null : (pendingByKey.get(buildCacheKey(target, audience))?.response ?? null)),
    async make(target, audience, work) {
      const pending = createPendingResponse(target, buildCacheKey(target, audience))
      pendingResponses.add(pending)
      if (target.key !== null && !pendingByKey.has(pending.cacheKey))
        pendingByKey.set(pending.cacheKey, pending)
      try {
        return await work(createSlot(target, audience, pending))
      } finally {
        pending.resolve(null)
        pendingResponses.delete(pending)
        if (pendingByKey.get(pending.cacheKey) === pending) pendingByKey.delete(pending.cacheKey)
      }
    },
    drop(dependencies) {
      for (const pending of pendingResponses)
        if (recordWrite(pending, dependencies) && pendingByKey.get(pending.cacheKey) === pending)
          pendingByKey.delete(pending.cacheKey)
      if (dependencies === null) for (const endpointCache of cachesByName.values()) endpointCache.clear()
      else
        for (const { target, cacheKey } of findDependents(entriesByDependency, dependencies))
          cachesByName.get(target.name)!.delete(cacheKey)
    },
    suspend(outage) {
      readOutageStart = outage
    },
  }
}

const staleResponses = new WeakMap<StoredResponse, StoredResponse>()

function asStale(response: StoredResponse): StoredResponse {
  const existing = staleResponses.get(response)
  if (existing) return existing
  const headers = { ...response.headers, Warning: '110 - "Response is Stale"' }
  const stale = { ...response, headers, forms: new Map() }
  staleResponses.set(response, stale)
  return stale
}

interface PendingResponse {
  cacheKey: string
  /** Resolves to the response for waiting requests, or to null if it can't be shared with them. */
  response: Promise<StoredResponse | null>
  resolve(response: StoredResponse | null): void
  kinds: ReadonlySet<CachedKind>
  /**
   * The dependencies of the relevant kinds that were written since `make` was called. Null means that any of
   * them may have been.
   */
  writtenDependencies: Set<Dependency> | null
}

function createPendingResponse(target: CacheTarget, cacheKey: string): PendingResponse {
  const { promise, resolve } = Promise.withResolvers<StoredResponse | null>()
  return {
    cacheKey,
    response: promise,
    resolve,
    kinds: new Set(dependencyKinds(target.name)),
    writtenDependencies: new Set(),
  }
}

/**
 * Records a write.
 * @returns true if the response may depend on the written data. Its exact dependencies are known only once it
 * is complete.
 */
function recordWrite(pending: PendingResponse, dependencies: readonly Dependency[] | null): boolean {
  if (dependencies === null) {
    pending.writtenDependencies = null
    return true
  }
  const relevantDependencies = dependencies.filter((dependency) =>
    pending.kinds.has(getCachedKind(dependency)),
  )
  for (const dependency of relevantDependencies) pending.writtenDependencies?.add(dependency)
  return relevantDependencies.length > 0
}

function isWritten({ writtenDependencies }: PendingResponse, dependencies: readonly Dependency[]): boolean {
  if (writtenDependencies === null) return true
  const kinds = new Set(Array.from(writtenDependencies, getCachedKind))
  return dependencies.some((dependency) =>
    dependency.endsWith(' *')
      ? kinds.has(getCachedKind(dependency))
      : writtenDependencies.has(dependency) || writtenDependencies.has(toWildcard(dependency)),
  )
}

interface CacheEntry {
  target: CacheTarget
  cacheKey: string
  response: StoredResponse
  dependencies: readonly Dependency[]
}

function indexEntry(entriesByDependency: Map<Dependency, Set<CacheEntry>>, cacheEntry: CacheEntry): void {
  for (const dependency of cacheEntry.dependencies) {
    const entries = entriesByDependency.get(dependency)
    if (entries) entries.add(cacheEntry)
    else entriesByDependency.set(dependency, new Set([cacheEntry]))
  }
}

function unindexEntry(entriesByDependency: Map<Dependency, Set<CacheEntry>>, cacheEntry: CacheEntry): void {
  for (const dependency of cacheEntry.dependencies) {
    const entries = entriesByDependency.get(dependency)
    entries?.delete(cacheEntry)
    if (entries?.size === 0) entriesByDependency.delete(dependency)
  }
}

function findDependents(
  entriesByDependency: Map<Dependency, Set<CacheEntry>>,
  dependencies: readonly Dependency[],
): CacheEntry[] {
  const keys = new Set(dependencies.flatMap((dependency) => [dependency, toWildcard(dependency)]))
  return Array.from(keys).flatMap((dependency) => [...(entriesByDependency.get(dependency) ?? [])])
}

function getCachedKind(dependency: Dependency): CachedKind {
  return dependency.slice(0, dependency.indexOf(' ')) as CachedKind
}

function toWildcard(dependency: Dependency): Dependency {
  return `${getCachedKind(dependency)} *`
}

function toJsonResponse(
  output: unknown,
  headers: Record<string, string>,
  audience: Audience,
): StoredResponse {
  const body = copyBytes(JSON.stringify(output))
  const response = toStoredResponse(body, 'application/json; charset=utf-8', audience, headers)
  // The tag begins with the car's version, so that clients can send it back as `If-Match`.
  const version = (output as { version?: unknown }).version
  return typeof version === 'number' ? { ...response, tag: `${version}.${response.tag}` } : response
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

/** The size of an entry in bytes without the body: its headers for each encoding, and its index entries. */
const ENTRY_OVERHEAD_BYTES = 2500
const DEPENDENCY_BYTES = 400

/**
 * Creates one endpoint's cache, limited in bytes. The compressed bodies together count as half of the body.
 */
function createEndpointCache(
  maxBytes: number,
  onRemove: (cacheEntry: CacheEntry) => void,
): LRUCache<string, CacheEntry> {
  return new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ cacheKey, response, dependencies }) =>
      Math.ceil(
        response.body.length * 1.5 +
          cacheKey.length * 2 +
          dependencies.length * DEPENDENCY_BYTES +
          ENTRY_OVERHEAD_BYTES,
      ),
    dispose: onRemove,
  })
}
