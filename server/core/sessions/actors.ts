import { LRUCache } from 'lru-cache'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../db/database.ts'
import type { Changes } from '../../db/change-log.ts'
import { findUserByUid } from '../users/user.repository.ts'
import { findSignedIn, touchSession, type SignedIn } from './session.repository.ts'

/** A cache of signed-in users. A user is reloaded once anything about the user may have changed. */
export interface Actors {
  /**
   * Returns the current user of a session, or null if the session has been revoked or has ended. Records the
   * visit at most once every five minutes, so that most reads need no write.
   */
  find(session: Pick<Actor, 'sessionId' | 'uid'>, now: Date): Promise<Actor | null>
  isDeleted(uid: string): Promise<boolean>
  /**
   * Evicts the users that a commit may have changed. The database layer calls it after every commit; null
   * means that anything may have changed.
   */
  drop(changes: Changes | null): void
  /** Suspends caching while this process is not notified of other processes' commits. */
  suspend(isSuspended: boolean): void
}

const MAX_CACHED = 10_000
const SEEN_EVERY_MS = 5 * 60_000

export function createActors({
  db,
  readExternalCommits,
}: Pick<Database, 'db' | 'readExternalCommits'>): Actors {
  const cache = new LRUCache<string, SignedIn>({ max: MAX_CACHED })
  let dropCount = 0
  let isSuspended = false

  function drop(): void {
    cache.clear()
    dropCount++
  }

  async function loadSession(sessionId: string): Promise<SignedIn | null> {
    const dropsBefore = dropCount
    const signedIn = await findSignedIn(db, sessionId)
    // The result may be outdated if a write was committed during the read, so it is not cached.
    if (signedIn && dropsBefore === dropCount && !isSuspended) cache.set(sessionId, signedIn)
    return signedIn
  }

  return {
    async find({ sessionId, uid }, now) {
      // This makes a role that the admin script grants or revokes take effect with the next request.
      readExternalCommits()
      const signedIn = cache.get(sessionId) ?? (await loadSession(sessionId))
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
    suspend(shouldSuspend) {
      isSuspended = shouldSuspend
      drop()
    },
  }
}
