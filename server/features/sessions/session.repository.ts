import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/handler.ts'

/** The user of a session that is neither revoked nor over, as they stand now; null for any other. */
export async function findActor(db: Db, sessionId: string, uid: string, now: Date): Promise<Actor | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.uid',
      'users.email',
      'users.full_name',
      'users.photo_url',
      'users.account',
      'users.role',
      'users.verified',
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now.toISOString())
    .where('users.uid', '=', uid)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    uid: row.uid,
    sessionId,
    email: row.email,
    fullName: row.full_name,
    photoURL: row.photo_url,
    isAdmin: row.role === 'admin',
    isSeller: row.account === 'seller',
    isVerified: row.verified === 1,
  }
}
