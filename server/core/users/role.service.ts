import { pages } from '../../../contract/pages.ts'
import type { AuditAction } from '../../../contract/audit.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { type Actor, canTrade } from '../../actor.ts'
import { insertAuditEntry } from '../audit/audit.repository.ts'
import { notify } from '../messages/notify.ts'

import {
  findUser,
  giveAdminRole,
  setVerified,
  takeAdminRole,
  type User,
  formatAuditUserName,
} from './user.repository.ts'

interface Modified {
  acknowledged: true
  modifiedCount: number
}

/** The audit entry and the notification for a change of role or badge. */
interface Change {
  action: AuditAction
  kind: 'verified' | 'account'
  subject: string
  body: string
}

const verified: Change = {
  action: 'verify-seller',
  kind: 'verified',
  subject: 'You’re now a verified seller',
  body: 'Buyers see the Verified badge next to your name on every car you list.',
}
const unverified: Change = {
  action: 'unverify-seller',
  kind: 'account',
  subject: 'Your seller verification was removed',
  body: 'The Verified badge no longer appears next to your name. Your cars are still listed.',
}
const madeAdmin: Change = {
  action: 'make-admin',
  kind: 'account',
  subject: 'You’re now an admin',
  body: 'You can now manage users, cars, and reports from the dashboard.',
}
const revokedAdmin: Change = {
  action: 'revoke-admin',
  kind: 'account',
  subject: 'You’re no longer an admin',
  body: 'Your account and everything in it stay the same.',
}

export function verifySeller(ctx: Context, actor: Actor, id: string): Promise<Modified> {
  return setVerification(ctx, actor, id, true)
}

export function unverifySeller(ctx: Context, actor: Actor, id: string): Promise<Modified> {
  return setVerification(ctx, actor, id, false)
}

function setVerification(ctx: Context, actor: Actor, id: string, isVerified: boolean): Promise<Modified> {
  return ctx.db.transaction().execute(async (trx) => {
    const user = await getTarget(trx, id)
    if (user.account !== 'seller') throw new ProblemError('not-a-seller')
    const isChanged = await setVerified(trx, id, isVerified)
    return notifyUser(trx, ctx, actor, id, isVerified ? verified : unverified, isChanged)
  })
}

export function makeAdmin(ctx: Context, actor: Actor, id: string): Promise<Modified> {
  return ctx.db.transaction().execute(async (trx) => {
    assertProven(ctx.config, await getTarget(trx, id))
    return giveAdmin(trx, ctx, actor, id)
  })
}

/**
 * Requires a confirmed email address, like `npm run admin`. Anyone can sign up with the email address of the
 * person whom the admin means.
 */
function assertProven(config: Config, user: User): void {
  if (!canTrade(config, user))
    throw new ProblemError('not-allowed', {
      detail: 'You can’t make someone an admin who hasn’t confirmed their email address.',
    })
}

export async function giveAdmin(
  trx: Db,
  ctx: Pick<Context, 'config' | 'now'>,
  actor: Pick<Actor, 'id' | 'email'>,
  id: string,
): Promise<Modified> {
  return notifyUser(trx, ctx, actor, id, madeAdmin, await giveAdminRole(trx, id))
}

export async function revokeAdmin(ctx: Context, actor: Actor, id: string): Promise<Modified> {
  if (id === actor.id) throw new ProblemError('own-account')
  return ctx.db.transaction().execute(async (trx) => {
    const isRevoked = await takeAdminRole(trx, id)
    if (!isRevoked && (await getTarget(trx, id)).isAdmin) throw new ProblemError('last-admin')
    return notifyUser(trx, ctx, actor, id, revokedAdmin, isRevoked)
  })
}

async function getTarget(trx: Db, id: string): Promise<User> {
  const user = await findUser(trx, id)
  if (!user) throw new ProblemError('not-found')
  return user
}

async function notifyUser(
  trx: Db,
  ctx: Pick<Context, 'config' | 'now'>,
  actor: Pick<Actor, 'id' | 'email'>,
  userId: string,
  { action, ...message }: Change,
  isChanged: boolean,
): Promise<Modified> {
  if (isChanged) {
    const now = ctx.now()
    const subject = await formatAuditUserName(trx, userId)
    await insertAuditEntry(trx, actor, { action, target: userId, subject }, now)
    await notify(trx, ctx, { userId, ...message, link: pages.account.path })
  }
  return { acknowledged: true, modifiedCount: isChanged ? 1 : 0 }
}
