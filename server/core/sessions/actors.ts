import { LRUCache } from 'lru-cache'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../db/database.ts'
import type { Changes } from '../../db/change-log.ts'
import { findUserByUid } from '../users/user.repository.ts'
import { findSignedIn, touchSession, type SignedIn } from './session.repository.ts'

/** The users of sessions. They are cached, and reloaded once anything about them may have changed. */
export interface Actors {
  /**
   * Returns the current user of a session; null if the session was revoked or is over. Records the visit at
   * most every five minutes, so that reads remain reads.
   */
  find(session: Pick<Actor, 'sessionId' | 'uid'>, now: Date): Promise<Actor | null>
  /** Reports whether the account of the identity service's user was deleted. */
  isDeleted(uid: string): Promise<boolean>
  /**
   * Evicts the users. The database layer calls it after every commit; null means that anything may have
   * changed.
   */
  drop(changes: Changes | null): void
  /** Suspends caching while no commits of other processes are received. */
  suspend(isSuspended: boolean): void
}

const MAX_KNOWN = 10_000
const SEEN_EVERY_MS = 5 * 60_000

export function createActors({
  db,
  readExternalCommits,
}: Pick<Database, 'db' | 'readExternalCommits'>): Actors {
  const known = new LRUCache<string, SignedIn>({ max: MAX_KNOWN })
  let drops = 0
  let isSuspended = false

  function drop(): void {
    known.clear()
    drops++
  }

  async function read(sessionId: string): Promise<SignedIn | null> {
    const at = drops
    const signedIn = await findSignedIn(db, sessionId)
    // A result is not cached if a write was committed during the read, because it may be outdated.
    if (signedIn && at === drops && !isSuspended) known.set(sessionId, signedIn)
    return signedIn
  }

  return {
    async find({ sessionId, uid }, now) {
      // A role that the admin script grants or revokes takes effect with the next request.
      readExternalCommits()
      const signedIn = known.get(sessionId) ?? (await read(sessionId))
      if (signedIn?.actor.uid !== uid || signedIn.expiresAt <= now) return null
      if (now.getTime() - signedIn.lastSeenAt.getTime() >= SEEN_EVERY_MS) {
        signedIn.lastSeenAt = now
        await touchSession(db, sessionId, now)
      }
      return signedIn.actor
    },
    isDeleted: async (uid) => (await findUserByUid(db, uid))?.isDeleted ?? false,
    drop(changes) {
      if (changes?.haveSessionsChanged ?? true) drop()
    },
    suspend(isNow) {
      isSuspended = isNow
      drop()
    },
  }
}
