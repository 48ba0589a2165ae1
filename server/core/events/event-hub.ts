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
   * @throws ProblemError as `admit`, but limited by address
   */
  admitStranger: MarketStreams['admit']
  /**
   * Announces changes. The database layer calls it after every commit; null means that anything may have
   * changed.
   */
  tell(changes: readonly LiveChange[] | null): void
  countStreams(): number
  countStrangers(): number
  /** Ends every stream and rejects new ones. */
  close(): void
}

interface HubNeeds {
  /** Returns the current user of a session; null if the session has ended. */
  findActor(actor: Actor): Promise<Actor | null>
  log: Logger
  maxStreams?: number
  beatMs?: number
}

const MAX_STREAMS = 5_000
/**
 * Maximum number of streams per user. One is enough for each device, because a browser shares one stream
 * among all of its tabs.
 */
const MAX_STREAMS_PER_USER = 10
export const BEAT_MS = 25_000
/**
 * Time for batching a burst of commits, in milliseconds. The first commit is announced immediately, and the
 * rest after this time.
 */
const GATHER_MS = 200
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
  const { maxStreams = MAX_STREAMS, beatMs = BEAT_MS } = options
  const listeners = new Map<string, Set<Listener>>()
  const past = createMemory()
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
    tell(changes) {
      if (changes) pending = pending.concat(changes)
      else isAllChanged = true
      if (hasPending() && !isPublishing) void publishWhileThereAre()
    },
    countStreams: () => count,
    countStrangers: market.countStreams,
    close() {
      closing.abort()
      market.close()
      for (const { stream } of all()) stream.end()
    },
  }

  function listen(listener: Listener, since: number | undefined) {
    const { actor, stream } = listener
    const own = listeners.get(actor.id) ?? new Set()
    listeners.set(actor.id, own.add(listener))
    count += 1
    const timer = setInterval(() => void beat(listener), beatMs).unref()
    stream.onEnd(() => {
      clearInterval(timer)
      count -= 1
      own.delete(listener)
      if (own.size === 0) listeners.delete(actor.id)
    })
    stream.send({ type: 'open', isComplete: since !== undefined && past.reaches(since * 1000) })
    if (since !== undefined) notifyListener(listener, past.since(since * 1000))
  }

  async function beat(listener: Listener) {
    if (await isStillIn(listener)) listener.stream.beat()
  }

  /**
   * Reports whether the listener is still signed in. Ends the stream if the session has ended or cannot be
   * checked, and updates the listener if a role was granted or revoked.
   */
  async function isStillIn(listener: Listener): Promise<boolean> {
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

  async function publishWhileThereAre() {
    isPublishing = true
    try {
      while (hasPending()) {
        await publish()
        await sleep(GATHER_MS, undefined, { ref: false, signal: closing.signal })
      }
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'could not announce changes')
    }
    isPublishing = false
  }

  async function publish() {
    const changes = pending
    pending = []
    market.tell(isAllChanged ? null : carsIn(changes))
    if (isAllChanged) {
      isAllChanged = false
      for (const about of tagTypes) changes.push({ kind: 'tag', about, audience: 'everyone' })
    }
    past.add(changes)
    // Access is checked before changes are announced, because ended sessions and former admins must not
    // receive the changes.
    const touched = new Set(changes.filter(isAboutAccess).map(({ audience }) => audience))
    for (const userId of touched)
      await Promise.all([...(listeners.get(userId) ?? [])].map((listener) => isStillIn(listener)))
    for (const listener of all()) notifyListener(listener, changes)
  }

  function all(): Listener[] {
    return [...listeners.values()].flatMap((own) => [...own])
  }
}

function notifyListener({ actor, stream }: Listener, changes: readonly LiveChange[]) {
  const event = eventFor(actor, changes)
  if (event) stream.send(event)
}

function carsIn(changes: readonly LiveChange[]): string[] {
  return [...new Set(changes.filter(({ kind }) => kind === 'car').map(({ about }) => about))]
}

function isAboutAccess({ kind, about }: LiveChange): boolean {
  return kind === 'tag' && (about === 'Me' || about === 'Session')
}

function eventFor(actor: Actor, changes: readonly LiveChange[]): LiveEvent | null {
  const tags = new Set<TagType>()
  const notices = new Map<string, LiveNotice>()
  for (const change of changes) {
    const concerns =
      change.audience === 'everyone' ||
      change.audience === actor.id ||
      (change.audience === 'admins' && actor.isAdmin)
    if (!concerns) continue
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
    add(added: readonly LiveChange[]) {
      const now = performance.now()
      for (const change of added) {
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
      const from = performance.now() - ms
      return [...changes.values()].filter(({ at }) => at >= from).map(({ change }) => change)
    },
  }
}
