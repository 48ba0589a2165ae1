import type { Db, SessionsTable } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { deleteRows } from '../../db/delete-rows.ts'

export type Client = SessionsTable['client']

export interface NewSession {
  id: string
  userId: string
  client: Client
  userAgent: string
  expiresAt: Date
}

export interface Session {
  id: string
  client: Client
  userAgent: string
  createdAt: string
  lastSeenAt: string
}

export interface SignedIn {
  actor: Actor
  expiresAt: Date
  lastSeenAt: Date
}

/**
 * Finds a session and its user.
 * @returns null if the session was revoked or the user was deleted
 */
export async function findSignedIn(db: Db, sessionId: string): Promise<SignedIn | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.uid',
      'users.email',
      'users.email_verified',
      'users.full_name',
      'users.photo_url',
      'users.account',
      'users.role',
      'users.verified',
      'sessions.expires_at',
      'sessions.last_seen_at',
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const actor = {
    id: row.id,
    uid: row.uid,
    sessionId,
    email: row.email,
    isEmailVerified: row.email_verified === 1,
    fullName: row.full_name,
    photoURL: row.photo_url,
    isAdmin: row.role === 'admin',
    isSeller: row.account === 'seller',
    isVerified: row.verified === 1,
  }
  return { actor, expiresAt: new Date(row.expires_at), lastSeenAt: new Date(row.last_seen_at) }
}

export function insertSession(db: Db, session: NewSession, now: Date) {
  return db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      client: session.client,
      user_agent: session.userAgent,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: session.expiresAt.toISOString(),
    })
    .execute()
}

export async function listSessions(db: Db, userId: string, now: Date): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'client', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    client: row.client,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }))
}

export async function isUserSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends one of a user's sessions.
 * @returns false if the session does not exist or has already ended
 */
export async function endSession(db: Db, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString() })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Ends a user's sessions.
 * @param exceptId the ID of a session that does not end
 * @returns the number of sessions that this call ended
 */
export async function endUserSessions(db: Db, userId: string, now: Date, exceptId?: string): Promise<number> {
  const timestamp = now.toISOString()
  const result = await db
    .updateTable('sessions')
    .set({ revoked_at: timestamp })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', timestamp)
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export function purgeSessions(db: Db, before: Date) {
  const limit = before.toISOString()
  return deleteRows(
    db
      .deleteFrom('sessions')
      .where((where) => where.or([where('expires_at', '<', limit), where('revoked_at', '<', limit)])),
  )
}

export function touchSession(db: Db, sessionId: string, now: Date) {
  return db
    .updateTable('sessions')
    .set({ last_seen_at: now.toISOString() })
    .where('id', '=', sessionId)
    .execute()
}
