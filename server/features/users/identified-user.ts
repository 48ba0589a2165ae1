import { ProblemError } from '../../../contract/problems.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import type { FirebaseIdentity } from '../../gateways/identity/identity.ts'
import { claimUploads } from '../images/upload.repository.ts'
import { findUserByUid, insertUser, setEmail, type StoredUser } from './user.repository.ts'

/**
 * The user whom a proven identity belongs to, made as a buyer where there is none yet. The address, and whether it is
 * verified, follow the token: Firebase is where a user changes and proves it.
 * @throws ProblemError `account-deleted` for a uid whose account was deleted; it cannot come back.
 */
export async function findOrCreateUser(trx: Db, identity: FirebaseIdentity, now: Date): Promise<StoredUser> {
  const id = newId()
  const photoURL = photoOf(identity)
  const fullName = (identity.name.trim() || identity.email.split('@')[0]!).slice(0, MAX_NAME)
  const isNew = await insertUser(
    trx,
    {
      id,
      uid: identity.uid,
      email: identity.email,
      isEmailVerified: identity.emailVerified,
      fullName,
      photoURL,
    },
    now,
  )
  if (isNew && photoURL) await claimUploads(trx, [photoURL], id, now)

  const user = (await findUserByUid(trx, identity.uid))!
  if (user.isDeleted) throw new ProblemError('account-deleted')
  const { email, emailVerified } = identity
  if (user.email === email && user.isEmailVerified === emailVerified) return user
  await setEmail(trx, user.id, email, emailVerified)
  return { ...user, email, isEmailVerified: emailVerified }
}

const MAX_NAME = 100
const MAX_PHOTO_URL = 500

/** The token's picture, which its holder chose: an address or a path of ours, anything else is left out. */
export function photoOf({ picture }: FirebaseIdentity): string {
  return picture.length <= MAX_PHOTO_URL && /^(https?:\/\/|\/(?!\/))\S+$/.test(picture) ? picture : ''
}
