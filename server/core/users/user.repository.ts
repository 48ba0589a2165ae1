import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db, Row, UsersTable } from '../../db/tables.ts'
import { formatDeletedUser } from '../audit/audit.repository.ts'

export type Account = UsersTable['account']

export interface User {
  id: string
  uid: string
  email: string
  isEmailVerified: boolean
  /** The time when the ID token with this email address was issued, if known. */
  emailAt: string | null
  fullName: string
  photoURL: string
  account: Account
  isAdmin: boolean
  isVerified: boolean
  createdAt: string
  isDeleted: boolean
  /** The ZIP code of the user's cars that have no ZIP code. */
  zip: string | null
}

export interface NewUser {
  id: string
  uid: string
  email: string
  emailAt: string | null
  fullName: string
}

/**
 * Inserts a user with an unconfirmed email address.
 * @returns true if the user was inserted; false if a row with the UID already exists, deleted or not
 */
export async function insertUser(db: Db, user: NewUser, now: Date): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values({
      id: user.id,
      uid: user.uid,
      email: user.email,
      email_verified: 0,
      email_at: user.emailAt,
      full_name: user.fullName,
      photo_url: '',
      account: 'buyer',
      account_chosen: 0,
      role: 'user',
      verified: 0,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Finds a user by UID. Deleted users are included, because their UID must not be reused. */
export async function findUserByUid(db: Db, uid: string): Promise<User | null> {
  const row = await db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst()
  return row ? toUser(row) : null
}

export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await selectLive(db).where('id', '=', id).executeTakeFirst()
  return row ? toUser(row) : null
}

/**
 * Finds the user of an email address: the user who has verified it or, failing that, the only user who has
 * it. If several users have it and none has verified it, there is no match.
 */
export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const [first, second] = await selectLive(db)
    .where('email', '=', email)
    .orderBy('email_verified', 'desc')
    .limit(2)
    .execute()
  return first && (first.email_verified === 1 || !second) ? toUser(first) : null
}

/** Lists all users who have the email address. The one who has verified it comes first. */
export async function listUsersByEmail(db: Db, email: string): Promise<User[]> {
  const rows = await selectLive(db)
    .where('email', '=', email)
    .orderBy('email_verified', 'desc')
    .orderBy('created_at')
    .execute()
  return rows.map(toUser)
}

/**
 * Saves the data of a registration, unless it was saved before.
 * @returns true if this call saved it
 */
export async function saveUserOnce(db: Db, id: string, fullName: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ full_name: fullName, saved_at: now.toISOString() })
    .where('id', '=', id)
    .where('saved_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Sets the account type, unless one was chosen before. */
export async function chooseAccount(db: Db, id: string, account: Account): Promise<void> {
  await db
    .updateTable('users')
    .set({ account, account_chosen: 1 })
    .where('id', '=', id)
    .where('account_chosen', '=', 0)
    .execute()
}

/** Turns a buyer into a seller. A seller stays unchanged. */
export async function startSelling(db: Db, id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ account: 'seller', account_chosen: 1 })
    .where('id', '=', id)
    .where('account', '=', 'buyer')
    .execute()
}

/** Marks the email address as unconfirmed for all other users. It can identify only one. */
export function unverifyOtherUsers(db: Db, email: string, userId: string) {
  return db
    .updateTable('users')
    .set({ email_verified: 0 })
    .where('email', '=', email)
    .where('email_verified', '=', 1)
    .where('id', '<>', userId)
    .execute()
}

/** Reports whether another user has verified the email address with a newer token. */
export async function isProvenSince(
  db: Db,
  { id, email }: Pick<User, 'id' | 'email'>,
  at: string,
): Promise<boolean> {
  const newer = await selectLive(db)
    .where('email', '=', email)
    .where('email_verified', '=', 1)
    .where('email_at', '>', at)
    .where('id', '<>', id)
    .executeTakeFirst()
  return newer !== undefined
}

export function setEmail(
  db: Db,
  { id, email, isEmailVerified, emailAt }: Pick<User, 'id' | 'email' | 'isEmailVerified' | 'emailAt'>,
) {
  return db
    .updateTable('users')
    .set({ email, email_verified: isEmailVerified ? 1 : 0, email_at: emailAt })
    .where('id', '=', id)
    .execute()
}

export function setPhoto(db: Db, id: string, photoURL: string) {
  return db.updateTable('users').set({ photo_url: photoURL }).where('id', '=', id).execute()
}

export function setProfile(db: Db, id: string, profile: Pick<User, 'fullName' | 'photoURL' | 'zip'>) {
  return db
    .updateTable('users')
    .set({ full_name: profile.fullName, photo_url: profile.photoURL, zip: profile.zip })
    .where('id', '=', id)
    .execute()
}

/**
 * Marks a seller as verified or unverified.
 * @returns true if this changed anything
 */
export async function setVerified(db: Db, id: string, isVerified: boolean): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ verified: isVerified ? 1 : 0 })
    .where('id', '=', id)
    .where('account', '=', 'seller')
    .where('verified', '=', isVerified ? 0 : 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Grants the admin role to a user.
 * @returns true if this changed anything
 */
export async function giveAdminRole(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', id)
    .where('role', '<>', 'admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Revokes the admin role, unless the user is the last admin. If two admins revoke each other's role, only one
 * succeeds.
 * @returns true if the role was revoked
 */
export async function takeAdminRole(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ role: 'user' })
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where(otherAdminExists(id))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function otherAdminExists(id: string) {
  return sql<SqlBool>`exists (
    select 1 from users as other where other.role = 'admin' and other.deleted_at is null and other.id <> ${id}
  )`
}

export async function listAdminIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

export async function hasOtherAdmin(db: Db, id: string): Promise<boolean> {
  const { exists } = await db.selectNoFrom(otherAdminExists(id).as('exists')).executeTakeFirstOrThrow()
  return Boolean(exists)
}

function selectLive(db: Db) {
  return db.selectFrom('users').selectAll().where('deleted_at', 'is', null)
}

export function toUser(row: Row<'users'>): User {
  return {
    id: row.id,
    uid: row.uid,
    email: row.email,
    isEmailVerified: row.email_verified === 1,
    emailAt: row.email_at,
    fullName: row.full_name,
    photoURL: row.photo_url,
    account: row.account,
    isAdmin: row.role === 'admin',
    isVerified: row.verified === 1,
    createdAt: row.created_at,
    isDeleted: row.deleted_at !== null,
    zip: row.zip,
  }
}

/** Returns the user's name for the audit log. */
export async function formatAuditUserName(db: Db, id: string): Promise<string> {
  const user = await findUser(db, id)
  return user ? [user.fullName, user.email].filter(Boolean).join(', ') : formatDeletedUser(id)
}

/**
 * Finds the user whom an email address identifies.
 * @returns the user's ID; for the actor's own email address, always the actor's ID, even if another user has
 * verified it
 */
export async function findNamedId(
  db: Db,
  actor: Pick<Actor, 'id' | 'email'>,
  email: string,
): Promise<string | undefined> {
  return email === actor.email ? actor.id : (await findUserByEmail(db, email))?.id
}
