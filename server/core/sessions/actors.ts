import { LRUCache } from 'lru-cache'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../db/database.ts'
import type { WrittenTable } from '../../db/watch-writes.ts'
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
  /** Called by the database layer after every commit. Null stands for any table. */
  drop(table: WrittenTable): void
}

const MAX_KNOWN = 10_000
const SEEN_EVERY_MS = 5 * 60_000

export function createActors({ db, othersWrites }: Pick<Database, 'db' | 'othersWrites'>): Actors {
  const known = new LRUCache<string, SignedIn>({ max: MAX_KNOWN })
  let seenWrites = othersWrites()
  let drops = 0

  function drop(): void {
    known.clear()
    drops++
  }

  /** Other processes tell nobody what they write, and an admin's word there counts from the next request on, too. */
  function noticeOthers(): void {
    const writes = othersWrites()
    if (writes === seenWrites) return
    seenWrites = writes
    drop()
  }

  async function read(sessionId: string): Promise<SignedIn | null> {
    const at = drops
    const signedIn = await findSignedIn(db, sessionId)
    // What was read before a write that is committed by now is no longer so.
    if (signedIn && at === drops) known.set(sessionId, signedIn)
    return signedIn
  }

  return {
    async find({ sessionId, uid }, now) {
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
    drop(table) {
      if (table === null || table === 'sessions' || table === 'users') drop()
    },
  }
}
