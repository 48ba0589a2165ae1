import { LRUCache } from 'lru-cache'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../db/database.ts'
import type { Changes } from '../../db/change-log.ts'
import { findUserByUid } from '../users/user.repository.ts'
import { findSignedIn, touchSession, type SignedIn } from './session.repository.ts'

/** The cache of users with a session. A user is reloaded once anything about the user may have changed. */
export interface Actors {
  /**
   * Returns the current user of a session; null if the session has been revoked or has ended. Records the
   * visit at most once every five minutes, so that most reads need no write.
   */
  find(session: Pick<Actor, 'sessionId' | 'uid'>, now: Date): Promise<Actor | null>
  /** Reports whether the account of this identity service user has been deleted. */
  isDeleted(uid: string): Promise<boolean>
  /**
   * Evicts the users that a commit may have changed. The database layer calls it after every commit; null
   * means that anything may have changed.
   */
  drop(changes: Changes | null): void
  /** Suspends caching while this process is not notified of other processes' commits. */
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
