import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { CachedKind, Dependency } from '../db/change-log.ts'
import type { Audience } from '../actor.ts'
import { ownBytes, type CachedAnswer } from './cached-answer.ts'
import {
  cacheableNames,
  dependencyKinds,
  dependenciesOf,
  type CacheTarget,
  type CacheableName,
} from './cacheable-responses.ts'

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
  /** Called by the database layer after every commit; drops what stands on what was written. Null: on anything. */
  drop(dependencies: readonly Dependency[] | null): void
  /**
   * From now on nothing is known of what is written, until it is called with null: what is kept is found only while the
   * database can't be reached.
   * @param outage since when it can't
   */
  suspend(outage: (() => Date | null) | null): void
}

const MAX_BYTES = 16 * 1024 * 1024
/** For so long what is kept counts as it is while nobody can write. */
const STALE_MS = 60_000

/**
 * Reads race writes: an answer is kept only if nothing behind it was committed since `make`. One that was read before a
 * commit was begun before it, and so is dropped or not kept; and who asks after the commit does not wait for it.
 * @param maxBytes per endpoint; what was not asked for the longest goes first
 */
export function createResponseCache(maxBytes = MAX_BYTES): ResponseCache {
  const standing = new Map<Dependency, Set<CacheEntry>>()
  const shelves = new Map<CacheableName, LRUCache<string, CacheEntry>>()
  for (const name of cacheableNames)
    shelves.set(
      name,
      createShelf(maxBytes, (kept) => forget(standing, kept)),
    )
  const making = new Set<Making>()
  const coming = new Map<string, Making>()
  let suspended: (() => Date | null) | null = null

  function put(kept: CacheEntry): void {
    if (suspended) return
    const shelf = shelves.get(kept.target.name)!
    shelf.set(kept.place, kept)
    // One that is too large for the shelf isn't there.
    if (shelf.peek(kept.place) === kept) remember(standing, kept)
  }

  function slotFor(target: CacheTarget, audience: Audience, made: Making): CacheSlot {
    const finish = (answer: CachedAnswer, output: unknown) => {
      if (!answer.isStored) return answer
      const dependencies = dependenciesOf(target, output)
      if (!isWritten(made, dependencies)) put({ target, place: made.place, answer, dependencies })
      made.resolve(answer)
      return answer
    }
    return {
      keep: (output, headers, isShared) =>
        finish(
          { ...toJsonAnswer(output, headers, audience), isStored: isShared && target.key !== null },
          output,
        ),
      keepText: (text, type) =>
        finish(toCachedAnswer(ownBytes(text), `${type}; charset=utf-8`, audience), text),
    }
  }

  const findKept = (target: CacheTarget, audience: Audience) =>
    target.key === null ? null : (shelves.get(target.name)!.get(placeOf(target, audience))?.answer ?? null)

  function findInOutage(target: CacheTarget, audience: Audience): CachedAnswer | null {
    const since = suspended?.() ?? null
    const kept = since && findKept(target, audience)
    return kept && Date.now() - since.getTime() >= STALE_MS ? markedStale(kept) : kept
  }

  const find = (target: CacheTarget, audience: Audience) =>
    suspended ? findInOutage(target, audience) : findKept(target, audience)

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
        for (const { target, place } of standingOn(standing, dependencies))
          shelves.get(target.name)!.delete(place)
    },
    suspend(outage) {
      suspended = outage
    },
  }
}

const marked = new WeakMap<CachedAnswer, CachedAnswer>()

function markedStale(answer: CachedAnswer): CachedAnswer {
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

/** An answer while it is made. */
interface Making {
  place: string
  /** For those who wait for it: null where nothing came of it that others may have. */
  answer: Promise<CachedAnswer | null>
  resolve(answer: CachedAnswer | null): void
  kinds: ReadonlySet<CachedKind>
  /** What was written meanwhile, of these kinds; null: it may be anything. */
  written: Set<Dependency> | null
}

function createMaking(target: CacheTarget, audience: Audience): Making {
  const { promise, resolve } = Promise.withResolvers<CachedAnswer | null>()
  return {
    place: placeOf(target, audience),
    answer: promise,
    resolve,
    kinds: new Set(dependencyKinds(target.name)),
    written: new Set(),
  }
}

/** @returns whether the answer may stand on any of them; which dependencies it stands on is known once it is there */
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

/** An answer in its place, and what it stands on. */
interface CacheEntry {
  target: CacheTarget
  place: string
  answer: CachedAnswer
  dependencies: readonly Dependency[]
}

function remember(standing: Map<Dependency, Set<CacheEntry>>, kept: CacheEntry): void {
  for (const dependency of kept.dependencies) {
    const known = standing.get(dependency)
    if (known) known.add(kept)
    else standing.set(dependency, new Set([kept]))
  }
}

function forget(standing: Map<Dependency, Set<CacheEntry>>, kept: CacheEntry): void {
  for (const dependency of kept.dependencies) {
    const known = standing.get(dependency)
    known?.delete(kept)
    if (known?.size === 0) standing.delete(dependency)
  }
}

function standingOn(
  standing: Map<Dependency, Set<CacheEntry>>,
  dependencies: readonly Dependency[],
): CacheEntry[] {
  const asked = new Set(dependencies.flatMap((dependency) => [dependency, allOf(dependency)]))
  return Array.from(asked).flatMap((dependency) => [...(standing.get(dependency) ?? [])])
}

function kindOf(dependency: Dependency): CachedKind {
  return dependency.slice(0, dependency.indexOf(' ')) as CachedKind
}

function allOf(dependency: Dependency): Dependency {
  return `${kindOf(dependency)} *`
}

function toJsonAnswer(output: unknown, headers: Record<string, string>, audience: Audience): CachedAnswer {
  const body = ownBytes(JSON.stringify(output))
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
    isStored: true,
    forms: new Map(),
  }
}

/** Beside the body: its headers in each form, and what finds it. */
const BYTES_BESIDE = 2500
/** What a dependency takes that one answer stands on. */
const SUBJECT_BYTES = 400

/** The answers of one endpoint, bounded by bytes: the compressed forms are counted as half of the body. */
function createShelf(maxBytes: number, onGone: (kept: CacheEntry) => void): LRUCache<string, CacheEntry> {
  return new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: ({ place, answer, dependencies }) =>
      Math.ceil(
        answer.body.length * 1.5 + place.length * 2 + dependencies.length * SUBJECT_BYTES + BYTES_BESIDE,
      ),
    dispose: onGone,
  })
}
