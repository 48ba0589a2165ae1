import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import type { FirebaseIdentity } from '../../gateways/identity/identity.ts'
import type { Actor } from '../../actor.ts'
import { findOrCreateUser } from '../users/identified-user.ts'
import { findUserByUid } from '../users/user.repository.ts'
import {
  endSession,
  endUserSessions,
  insertSession,
  isUserSession,
  type Client,
} from './session.repository.ts'

const MAX_USER_AGENT = 300

/** Exchanges a verified identity for an app token, and records the device as signed in. */
export async function openSession(
  ctx: Context,
  identity: FirebaseIdentity,
  { client, userAgent }: { client: Client; userAgent: string },
): Promise<EndpointOutput<'getToken'>> {
  const now = ctx.now()
  const id = newId()
  const expiresAt = new Date(now.getTime() + ctx.config.sessionSeconds[client] * 1000)
  await ctx.db.transaction().execute(async (trx) => {
    const user = await findOrCreateUser(trx, identity, now)
    const session = { id, userId: user.id, client, userAgent: userAgent.slice(0, MAX_USER_AGENT), expiresAt }
    await insertSession(trx, session, now)
  })
  const token = await ctx.tokens.sign({ uid: identity.uid, sessionId: id, expiresAt }, now)
  return { token, expiresAt: expiresAt.toISOString() }
}

export async function logOut(ctx: Context, actor: Actor): Promise<EndpointOutput<'logOut'>> {
  const isEnded = await endSession(ctx.db, actor.id, actor.sessionId, ctx.now())
  return { acknowledged: true, deletedCount: isEnded ? 1 : 0 }
}

export async function revokeSession(
  ctx: Context,
  actor: Actor,
  id: string,
): Promise<EndpointOutput<'revokeSession'>> {
  if (!(await isUserSession(ctx.db, actor.id, id))) throw new ProblemError('not-found')
  const isEnded = await endSession(ctx.db, actor.id, id, ctx.now())
  return { acknowledged: true, deletedCount: isEnded ? 1 : 0 }
}

/**
 * Ends all of the caller's sessions except the current one. A caller who has just chosen a new password
 * authenticates with an ID token and has no current session, so all sessions end.
 */
export async function revokeSessions(
  ctx: Context,
  caller: FirebaseIdentity | Actor,
): Promise<EndpointOutput<'revokeSessions'>> {
  const user = await findUserByUid(ctx.db, caller.uid)
  if (user?.isDeleted) throw new ProblemError('account-deleted')
  const currentSessionId = 'sessionId' in caller ? caller.sessionId : undefined
  const deletedCount = user ? await endUserSessions(ctx.db, user.id, ctx.now(), currentSessionId) : 0
  return { acknowledged: true, deletedCount }
}
