import { ProblemError } from '../../../contract/api/problems.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import type { FirebaseIdentity } from '../../gateways/identity/identity.ts'
import { claimUploads } from '../images/upload.repository.ts'
import {
  unverifyOtherUsers,
  findUserByUid,
  insertUser,
  isProvenSince,
  setEmail,
  setPhoto,
  type User,
} from './user.repository.ts'

/**
 * Finds the user of a verified identity, or creates one as a buyer. The email address and its verification
 * are updated from the newest token, because users change and verify their email address in Firebase.
 * @throws ProblemError `account-deleted` if the UID's account has been deleted, which is final
 */
export async function findOrCreateUser(trx: Db, identity: FirebaseIdentity, now: Date): Promise<User> {
  const { uid, email } = identity
  const id = newId()
  const emailAt = identity.issuedAt.toISOString()
  const fullName = identity.name || email.split('@')[0]!.slice(0, MAX_NAME_LENGTH)
  const isNew = await insertUser(trx, { id, uid, email, emailAt, fullName }, now)
  if (isNew) await setPhotoFromToken(trx, identity, id, now)

  const user = (await findUserByUid(trx, uid))!
  if (user.isDeleted) throw new ProblemError('account-deleted')
  return updateEmail(trx, user, identity)
}

/**
 * Updates the email address from the token. A token is valid for an hour, during which its email address may
 * have passed to another user. A token that is older than the last one is therefore ignored.
 */
async function updateEmail(
  trx: Db,
  user: User,
  { email, emailVerified, issuedAt }: FirebaseIdentity,
): Promise<User> {
  const emailAt = issuedAt.toISOString()
  if (user.emailAt !== null && emailAt < user.emailAt) return user
  const isEmailVerified = emailVerified && !(await isProvenSince(trx, { ...user, email }, emailAt))
  if (user.email === email && user.isEmailVerified === isEmailVerified) return user
  if (isEmailVerified) await unverifyOtherUsers(trx, email, user.id)
  const updated = { ...user, email, isEmailVerified, emailAt }
  await setEmail(trx, updated)
  return updated
}

const MAX_NAME_LENGTH = 100

/**
 * Sets the user's photo from the ID token. The user controls this URL, so only a Google photo or one of the
 * user's own uploads is accepted. Any other host could learn who views the photo.
 */
export async function setPhotoFromToken(
  trx: Db,
  { picture }: FirebaseIdentity,
  userId: string,
  now: Date,
): Promise<void> {
  if (picture === '') return
  const isAccepted = isGooglePhoto(picture) || (await claimUploads(trx, [picture], userId, now)).has(picture)
  if (isAccepted) await setPhoto(trx, userId, picture)
}

function isGooglePhoto(picture: string): boolean {
  return /^https:\/\/lh3\.googleusercontent\.com\/[!-~]+$/.test(picture)
}
