import type { Request, Response } from 'express'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Context } from '../context.ts'
import { mayTrade } from '../features/users/may-trade.ts'
import type { FirebaseIdentity } from '../gateways/identity/identity.ts'
import { markExpiredSession, type Authenticator } from './authenticate.ts'
import type { Actor } from '../actor.ts'
import { isOperator } from './operator.ts'

/** Who calls an endpoint; nobody is null. */
export interface Admitted {
  actor: Actor | null
  identity: FirebaseIdentity | null
}

/**
 * Finds out who calls, counts the call, and lets in whom the contract names.
 * @throws ProblemError `too-many-requests`, `sign-in-needed`, `not-allowed`, `address-unproven`; `not-found` to whoever
 * is no operator
 */
export async function admit(
  ctx: Context,
  authenticator: Authenticator,
  endpoint: Endpoint,
  req: Request,
  res: Response,
): Promise<Admitted> {
  switch (endpoint.who) {
    case 'stripe':
      return { actor: null, identity: null }
    case 'operator':
      return admitOperator(ctx, req)
    case 'identity':
    case 'identity-or-user':
      return admitIdentity(ctx, authenticator, endpoint, req)
    default:
      return admitUser(ctx, authenticator, endpoint, req, res)
  }
}

async function admitOperator(ctx: Context, req: Request): Promise<Admitted> {
  if (isOperator(ctx.config, req)) return { actor: null, identity: null }
  await ctx.limits.take('R0', { ip: req.ip ?? '', actor: null })
  throw new ProblemError('not-found')
}

async function admitIdentity(
  { limits }: Context,
  authenticator: Authenticator,
  { who, limit }: Endpoint,
  { ip = '', headers: { authorization } }: Request,
): Promise<Admitted> {
  const actor = who === 'identity' ? null : await authenticator.actor(authorization)
  if (actor) {
    if (limit) await limits.take(limit, { ip, actor })
    return { actor, identity: null }
  }
  // An ID token is dear to verify: first who has sent how many.
  await limits.take('J', { ip, actor: null })
  const identity = await authenticator.identity(authorization)
  if (limit) await limits.take(limit, { ip, actor: { id: identity.uid, isSeller: false } })
  return { actor: null, identity }
}

async function admitUser(
  { limits, config }: Context,
  authenticator: Authenticator,
  { who, limit, proven }: Endpoint,
  req: Request,
  res: Response,
): Promise<Admitted> {
  const actor = await authenticator.actor(req.headers.authorization)
  if (limit) await limits.take(limit, { ip: req.ip ?? '', actor })
  if (who === 'anyone') markExpiredSession(req, res, actor)
  else if (!actor) {
    if (await authenticator.isDeleted(req.headers.authorization)) res.set('X-Session', 'deleted')
    throw new ProblemError('sign-in-needed')
  }
  if (who === 'seller-or-admin' && !actor?.isSeller && !actor?.isAdmin)
    throw new ProblemError('not-allowed', { detail: 'Only sellers and admins can do this.' })
  if (who === 'admin' && !actor?.isAdmin)
    throw new ProblemError('not-allowed', { detail: 'Only admins can do this.' })
  if (proven && actor && !mayTrade(config, actor)) throw new ProblemError('address-unproven')
  return { actor, identity: null }
}
