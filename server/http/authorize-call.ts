import type { Request, Response } from 'express'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { ProblemError } from '../../contract/api/problems.ts'
import type { Context } from '../context.ts'
import { type Actor, canTrade } from '../actor.ts'
import type { FirebaseIdentity } from '../gateways/identity/identity.ts'
import { markExpiredSession, type Authenticator } from './authenticate.ts'

import { countRejected } from './count-rejected.ts'
import { isOperator } from './operator.ts'

/** Maximum age of a signature in seconds, as in Stripe's SDK. */
const MAX_SIGNATURE_SECONDS = 300

/** An endpoint's caller. Both fields are null for an anonymous caller. */
export interface AuthorizedCaller {
  actor: Actor | null
  identity: FirebaseIdentity | null
}

/**
 * Identifies the caller, counts the call, and admits only callers that the contract permits.
 * @throws ProblemError `too-many-requests`, `sign-in-needed`, `not-allowed`, `address-unproven`, `not-found`
 * for callers who are not operators, or `invalid-signature` for callers who can't be Stripe
 */
export async function authorizeCall(
  ctx: Context,
  authenticator: Authenticator,
  endpoint: Endpoint,
  req: Request,
  res: Response,
): Promise<AuthorizedCaller> {
  switch (endpoint.who) {
    case 'stripe':
      return admitStripe(ctx, req)
    case 'operator':
      return admitOperator(ctx, req)
    case 'identity':
    case 'identity-or-user':
      return admitIdentity(ctx, authenticator, endpoint, req)
    default:
      return admitUser(ctx, authenticator, endpoint, req, res)
  }
}

/** Admits calls that may come from Stripe. The signature is verified only once the body has been read. */
async function admitStripe(ctx: Context, req: Request): Promise<AuthorizedCaller> {
  if (canBeFromStripe(req.get('Stripe-Signature'))) return { actor: null, identity: null }
  return countRejected(ctx, req, new ProblemError('invalid-signature'))
}

async function admitOperator(ctx: Context, req: Request): Promise<AuthorizedCaller> {
  if (isOperator(ctx.config, req)) return { actor: null, identity: null }
  return countRejected(ctx, req, new ProblemError('not-found'))
}

async function admitIdentity(
  ctx: Context,
  authenticator: Authenticator,
  { who, limit }: Endpoint,
  req: Request,
): Promise<AuthorizedCaller> {
  const { ip = '', headers } = req
  const actor = who === 'identity' ? null : await authenticator.actor(headers.authorization)
  if (actor) {
    if (limit) await ctx.limits.take(limit, { ip, actor })
    return { actor, identity: null }
  }
  const identity = await authenticator
    .identity(headers.authorization)
    .catch((rejection: unknown) => countRejected(ctx, req, rejection))
  await ctx.limits.take('J', { ip, actor: null })
  if (limit) await ctx.limits.take(limit, { ip, actor: { id: identity.uid, isSeller: false } })
  return { actor: null, identity }
}

async function admitUser(
  { limits, config }: Context,
  authenticator: Authenticator,
  { who, limit, limitedByNetwork, needsConfirmedAddress }: Endpoint,
  req: Request,
  res: Response,
): Promise<AuthorizedCaller> {
  const actor = await authenticator.actor(req.headers.authorization)
  if (limit) await limits.take(limit, { ip: req.ip ?? '', actor: limitedByNetwork ? null : actor })
  if (who === 'anyone') markExpiredSession(req, res, actor)
  else if (!actor) {
    if (await authenticator.isDeleted(req.headers.authorization)) res.set('X-Session', 'deleted')
    throw new ProblemError('sign-in-needed')
  }
  if (who === 'seller-or-admin' && !actor?.isSeller && !actor?.isAdmin)
    throw new ProblemError('not-allowed', { detail: 'Only sellers and admins can do this.' })
  if (who === 'admin' && !actor?.isAdmin)
    throw new ProblemError('not-allowed', { detail: 'Only admins can do this.' })
  if (needsConfirmedAddress && actor && !canTrade(config, actor)) throw new ProblemError('address-unproven')
  return { actor, identity: null }
}

/**
 * Reports whether a `Stripe-Signature` has the right form and age. Otherwise, reading the body isn't
 * worthwhile.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
function canBeFromStripe(signature = ''): boolean {
  const signedAt = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]
  const isRecent = signedAt !== undefined && Date.now() / 1000 - Number(signedAt) <= MAX_SIGNATURE_SECONDS
  return isRecent && /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/.test(signature)
}
