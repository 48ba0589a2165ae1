import type { EndpointOutput, HandlerInput } from '../../../contract/api/endpoints.ts'
import { ProblemError, type FieldError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import type { FirebaseIdentity } from '../../gateways/identity/identity.ts'
import { assertNoErrors } from '../../http/validate.ts'
import type { Actor } from '../../actor.ts'
import { claimUploads, isClaimable, releaseUploads, UPLOAD_FIRST } from '../images/upload.repository.ts'
import { findZipErrors } from '../zip-codes.ts'
import { findOrCreateUser, setPhotoFromToken } from './identified-user.ts'
import {
  chooseAccount,
  findUser,
  findUserByEmail,
  saveUserOnce,
  setProfile,
  startSelling,
  type User,
} from './user.repository.ts'

interface Caller {
  identity: FirebaseIdentity | null
  actor: Actor | null
}

/**
 * Saves the data that a registration or Google sign-in sends. The name is saved only the first time, and the
 * account type only if none has been chosen yet.
 */
export async function saveUser(
  ctx: Context,
  { identity, actor }: Caller,
  body: HandlerInput<'saveUser'>['body'],
): Promise<EndpointOutput<'saveUser'>> {
  if (body.email !== (identity ?? actor!).email) throw new ProblemError('email-mismatch')
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const { id } = identity ? await findOrCreateUser(trx, identity, now) : actor!
    const isFirst = await saveUserOnce(trx, id, body.fullName, now)
    if (isFirst && identity) await setPhotoFromToken(trx, identity, id, now)
    if (isChoice(body.account, identity)) await chooseAccount(trx, id, body.account)
    const user = (await findUser(trx, id))!
    return { acknowledged: true, insertedId: id, account: user.account }
  })
}

/**
 * Reports whether the request makes a deliberate choice of the account type. Google sign-in always sends
 * `buyer` without asking the user, so a later registration as a seller must still count. A request with an
 * app token may also come from Google sign-in.
 */
function isChoice(account: User['account'], identity: FirebaseIdentity | null): boolean {
  return account === 'seller' || (identity !== null && identity.provider !== 'google.com')
}

export function getMe(ctx: Context, actor: Actor): Promise<User> {
  return getSelf(ctx.db, actor)
}

export function refreshEmail(ctx: Context, identity: FirebaseIdentity): Promise<User> {
  return ctx.db.transaction().execute((trx) => findOrCreateUser(trx, identity, ctx.now()))
}

export async function updateMe(
  ctx: Context,
  actor: Actor,
  body: HandlerInput<'updateMe'>['body'],
): Promise<User> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const user = await getSelf(trx, actor)
    assertNoErrors(await findProfileErrors({ db: trx, now: ctx.now }, user, body))
    if (body.account === 'seller') await startSelling(trx, user.id)
    const photoURL = body.photoURL ?? user.photoURL
    if (photoURL !== user.photoURL) await claimUploads(trx, [photoURL], user.id, now)
    const zip = body.zip === undefined ? user.zip : body.zip || null
    await setProfile(trx, user.id, { fullName: body.fullName ?? user.fullName, photoURL, zip })
    if (photoURL !== user.photoURL) await releaseUploads(trx, [user.photoURL], now)
    return getSelf(trx, actor)
  })
}

/**
 * Finds an unknown ZIP code, and a photo that is neither the user's current one nor an upload that they may
 * claim.
 */
async function findProfileErrors(
  ctx: Pick<Context, 'db' | 'now'>,
  user: { id: string; photoURL: string },
  { photoURL, zip }: HandlerInput<'updateMe'>['body'],
): Promise<FieldError[]> {
  const errors = findZipErrors('zip', zip)
  const isFine = !photoURL || photoURL === user.photoURL
  if (isFine || (await isClaimable(ctx.db, photoURL, user.id, ctx.now()))) return errors
  return [...errors, { path: 'photoURL', message: UPLOAD_FIRST }]
}

export async function isAdmin(ctx: Context, actor: Actor, email: string) {
  return { isAdmin: (await findByEmail(ctx, actor, email))?.isAdmin ?? false }
}

export async function isSeller(ctx: Context, actor: Actor, email: string) {
  const user = await findByEmail(ctx, actor, email)
  const isSeller = user?.account === 'seller'
  return { isSeller, verified: isSeller && user.isVerified }
}

/**
 * Finds the user of an email address. Another user may have had the actor's address before, so the actor is
 * found by ID.
 */
function findByEmail(ctx: Context, actor: Actor, email: string): Promise<User | null> {
  return email === actor.email ? findUser(ctx.db, actor.id) : findUserByEmail(ctx.db, email)
}

async function getSelf(db: Context['db'], actor: Actor): Promise<User> {
  const user = await findUser(db, actor.id)
  if (!user) throw new ProblemError('sign-in-needed')
  return user
}
