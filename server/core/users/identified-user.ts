import { ProblemError } from '../../../contract/api/problems.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import type { FirebaseIdentity } from '../../gateways/identity/identity.ts'
import { claimUploads } from '../images/upload.repository.ts'
import {
  endOtherProofs,
  findUserByUid,
  insertUser,
  isProvenSince,
  setEmail,
  setPhoto,
  type User,
} from './user.repository.ts'

/**
 * The user whom a proven identity belongs to, made as a buyer where there is none yet. The address, and whether it is
 * verified, follow the newest token: Firebase is where a user changes and proves it.
 * @throws ProblemError `account-deleted` for a uid whose account was deleted; it cannot come back.
 */
export async function findOrCreateUser(trx: Db, identity: FirebaseIdentity, now: Date): Promise<User> {
  const { uid, email } = identity
  const id = newId()
  const emailAt = identity.issuedAt.toISOString()
  const fullName = identity.name || email.split('@')[0]!.slice(0, MAX_NAME)
  const isNew = await insertUser(trx, { id, uid, email, emailAt, fullName }, now)
  if (isNew) await takePhoto(trx, identity, id, now)

  const user = (await findUserByUid(trx, uid))!
  if (user.isDeleted) throw new ProblemError('account-deleted')
  return followAddress(trx, user, identity)
}

/** A token counts for an hour, in which the address may have become another's: what is older than that changes nothing. */
async function followAddress(
  trx: Db,
  user: User,
  { email, emailVerified, issuedAt }: FirebaseIdentity,
): Promise<User> {
  const emailAt = issuedAt.toISOString()
  if (user.emailAt !== null && emailAt < user.emailAt) return user
  const isEmailVerified = emailVerified && !(await isProvenSince(trx, { ...user, email }, emailAt))
  if (user.email === email && user.isEmailVerified === isEmailVerified) return user
  if (isEmailVerified) await endOtherProofs(trx, email, user.id)
  const told = { ...user, email, isEmailVerified, emailAt }
  await setEmail(trx, told)
  return told
}

const MAX_NAME = 100

/**
 * Makes the token's picture the user's photo. Its holder chose it, so it is one of Google's or an upload that they may
 * claim; any other is left out, as whoever looks at it would be known to the host it names.
 */
export async function takePhoto(
  trx: Db,
  { picture }: FirebaseIdentity,
  userId: string,
  now: Date,
): Promise<void> {
  if (picture === '') return
  const isOurs = isGooglePhoto(picture) || (await claimUploads(trx, [picture], userId, now)).has(picture)
  if (isOurs) await setPhoto(trx, userId, picture)
}

function isGooglePhoto(picture: string): boolean {
  return /^https:\/\/lh3\.googleusercontent\.com\/[!-~]+$/.test(picture)
}
