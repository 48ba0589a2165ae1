import { LRUCache } from 'lru-cache'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../db/database.ts'
import type { Changes } from '../../db/change-log.ts'
import { findUserByUid } from '../users/user.repository.ts'
import { findSignedIn, touchSession, type SignedIn } from './session.repository.ts'

/** Who sends, by their session. They are remembered, and read anew once anything about them may have changed. */
export interface Actors {
  /**
   * The user of a session that is neither revoked nor over, as they stand now; null for any other. Notes the visit, at
   * most every five minutes, so that reads stay reads.
   */
  find(session: Pick<Actor, 'sessionId' | 'uid'>, now: Date): Promise<Actor | null>
  /** Tells whether the account of the identity service's user was deleted. */
  isDeleted(uid: string): Promise<boolean>
  /** Called by the database layer after every commit; null: anything may have changed. */
  drop(changes: Changes | null): void
  /** While no commits of others are heard, nobody is remembered. */
  suspend(isSuspended: boolean): void
}

const MAX_KNOWN = 10_000
const SEEN_EVERY_MS = 5 * 60_000

export function createActors({ db, noticeOthers }: Pick<Database, 'db' | 'noticeOthers'>): Actors {
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
    // What was read before a write that is committed by now is no longer so.
    if (signedIn && at === drops && !isSuspended) known.set(sessionId, signedIn)
    return signedIn
  }

  return {
    async find({ sessionId, uid }, now) {
      // A role that the admin script gives or takes counts from the next request on.
      noticeOthers()
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
