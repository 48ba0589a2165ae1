import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LiveEvent, LiveNotice } from '../../../contract/events.ts'
import { tagTypes, type TagType } from '../../../contract/api/tags.ts'
import type { LiveChange } from '../../db/change-log.ts'
import type { EventStream } from '../../http/event-stream.ts'
import type { Actor } from '../../actor.ts'
import { createMarketStreams, streamRejection, type MarketStreams } from './market-streams.ts'

/** The hub that notifies each listener of the changes that they may see. */
export interface EventHub {
  /**
   * Admits a signed-in user's event stream.
   * @param since seconds since the client was last up to date
   * @returns a function to call with the stream once it is open
   * @throws ProblemError `too-many-requests`, `service-unavailable`
   */
  admit(actor: Actor, since: number | undefined): (stream: EventStream) => void
  /**
   * Admits a visitor's stream of the cars that enter and leave the market.
   * @throws ProblemError as `admit`, but limited by IP address
   */
  admitStranger: MarketStreams['admit']
  /**
   * Announces changes. The database layer calls it after every commit; null means that anything may have
   * changed.
   */
  notify(changes: readonly LiveChange[] | null): void
  countStreams(): number
  countStrangers(): number
  close(): void
}

interface HubNeeds {
  /** Returns the session's current user, or null if the session has ended. */
  findActor(actor: Actor): Promise<Actor | null>
  log: Logger
  maxStreams?: number
  beatMs?: number
  batchingMs?: number
}

const MAX_STREAMS = 5_000
/** Maximum number of streams per user, one for each device. A browser's tabs share one stream. */
const MAX_STREAMS_PER_USER = 10
export const BEAT_MS = 25_000
/**
 * Batching interval for bursts of commits, in milliseconds. The first commit is announced immediately, the
 * others after this interval.
 */
const BATCHING_MS = 200
/**
 * Time for which changes are remembered, in milliseconds. A client that was away longer is notified that
 * anything may have changed.
 */
const REMEMBERED_MS = 10 * 60_000

interface Listener {
  actor: Actor
  stream: EventStream
}

export function createEventHub({ findActor, log, ...options }: HubNeeds): EventHub {
  const { maxStreams = MAX_STREAMS, beatMs = BEAT_MS, batchingMs = BATCHING_MS } = options
  const listeners = new Map<string, Set<Listener>>()
  const memory = createMemory()
  const market = createMarketStreams({ beatMs })
  const closing = new AbortController()
  let count = 0
  let pending: LiveChange[] = []
  let isPublishing = false
  let isAllChanged = false

  return {
    admit(actor, since) {
      if (closing.signal.aborted || count >= maxStreams) throw streamRejection('service-unavailable')
      if ((listeners.get(actor.id)?.size ?? 0) >= MAX_STREAMS_PER_USER)
        throw streamRejection('too-many-requests', 'This account has too many live connections.')
      return (stream) => listen({ actor, stream }, since)
    },
    admitStranger: market.admit,
    notify(changes) {
      if (changes) pending = pending.concat(changes)
      else isAllChanged = true
      if (hasPending() && !isPublishing) void publishPending()
    },
    countStreams: () => count,
    countStrangers: market.countStreams,
    close() {
      closing.abort()
      market.close()
      for (const { stream } of allListeners()) stream.end()
    },
  }

  function listen(listener: Listener, since: number | undefined) {
    const { actor, stream } = listener
    const userListeners = listeners.get(actor.id) ?? new Set()
    listeners.set(actor.id, userListeners.add(listener))
    count += 1
    const timer = setInterval(() => void beat(listener), beatMs).unref()
    stream.onEnd(() => {
      clearInterval(timer)
      count -= 1
      userListeners.delete(listener)
      if (userListeners.size === 0) listeners.delete(actor.id)
    })
    stream.send({ type: 'open', isComplete: since !== undefined && memory.reaches(since * 1000) })
    if (since !== undefined) notifyListener(listener, memory.since(since * 1000))
  }

  async function beat(listener: Listener) {
    if (await isStillSignedIn(listener)) listener.stream.beat()
  }

  /**
   * Reports whether the listener is still signed in. Ends the stream if the session has ended or cannot be
   * checked. Updates the listener after a change of role.
   */
  async function isStillSignedIn(listener: Listener): Promise<boolean> {
    try {
      const actor = await findActor(listener.actor)
      if (actor) {
        listener.actor = actor
        return true
      }
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'could not check an event stream')
    }
    listener.stream.end()
    return false
  }

  function hasPending() {
    return isAllChanged || pending.length > 0
  }

  async function publishPending() {
    isPublishing = true
    try {
      while (hasPending()) {
        await publish()
        await sleep(batchingMs, undefined, { ref: false, signal: closing.signal })
      }
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'could not announce changes')
    }
    isPublishing = false
  }

  async function publish() {
    const changes = pending
    pending = []
    market.notify(isAllChanged ? null : listEventCars(changes))
    if (isAllChanged) {
      isAllChanged = false
      for (const about of tagTypes) changes.push({ kind: 'tag', about, audience: 'everyone' })
    }
    memory.add(changes)
    // Access is rechecked first: ended sessions and former admins must not receive the changes.
    const affectedUsers = new Set(changes.filter(isAboutAccess).map(({ audience }) => audience))
    for (const userId of affectedUsers)
      await Promise.all([...(listeners.get(userId) ?? [])].map((listener) => isStillSignedIn(listener)))
    for (const listener of allListeners()) notifyListener(listener, changes)
  }

  function allListeners(): Listener[] {
    return [...listeners.values()].flatMap((userListeners) => [...userListeners])
  }
}

function notifyListener({ actor, stream }: Listener, changes: readonly LiveChange[]) {
  const event = selectEvent(actor, changes)
  if (event) stream.send(event)
}

function listEventCars(changes: readonly LiveChange[]): string[] {
  return [...new Set(changes.filter(({ kind }) => kind === 'car').map(({ about }) => about))]
}

function isAboutAccess({ kind, about }: LiveChange): boolean {
  return kind === 'tag' && (about === 'Me' || about === 'Session')
}

function selectEvent(actor: Actor, changes: readonly LiveChange[]): LiveEvent | null {
  const tags = new Set<TagType>()
  const notices = new Map<string, LiveNotice>()
  for (const change of changes) {
    const isConcerned =
      change.audience === 'everyone' ||
      change.audience === actor.id ||
      (change.audience === 'admins' && actor.isAdmin)
    if (!isConcerned) continue
    if (change.kind === 'tag') tags.add(change.about)
    else if (change.kind !== 'car')
      notices.set(`${change.kind} ${change.about}`, { kind: change.kind, id: change.about })
  }
  if (tags.size === 0 && notices.size === 0) return null
  return { type: 'changed', tags: [...tags], notices: [...notices.values()] }
}

/** Remembers when each resource last changed, so that reconnecting clients can catch up. */
function createMemory() {
  // Entries are in chronological order. An entry that changes again moves to the end.
  const changes = new Map<string, { change: LiveChange; at: number }>()
  const startedAt = performance.now()

  return {
    add(newChanges: readonly LiveChange[]) {
      const now = performance.now()
      for (const change of newChanges) {
        const key = `${change.kind} ${change.about} ${change.audience}`
        changes.delete(key)
        changes.set(key, { change, at: now })
      }
      for (const [key, { at }] of changes) {
        if (at >= now - REMEMBERED_MS) break
        changes.delete(key)
      }
    },
    reaches: (ms: number) => ms <= REMEMBERED_MS && performance.now() - ms >= startedAt,
    since(ms: number): LiveChange[] {
      const start = performance.now() - ms
      return [...changes.values()].filter(({ at }) => at >= start).map(({ change }) => change)
    },
  }
}
