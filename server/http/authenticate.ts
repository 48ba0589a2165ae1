import type { Request, Response } from 'express'
import { ProblemError } from '../../contract/api/problems.ts'
import type { Context } from '../context.ts'
import type { FirebaseIdentity } from '../gateways/identity/identity.ts'
import type { Actor } from '../actor.ts'
import { isCanonical } from './token.ts'

export interface Authenticator {
  actor(authorization: string | undefined): Promise<Actor | null>
  /** Reports whether a session token, valid or expired, belongs to a deleted account. */
  isDeleted(authorization: string | undefined): Promise<boolean>
  identity(authorization: string | undefined): Promise<FirebaseIdentity>
}

/**
 * Creates an authenticator. It reads the user's role, account type, and verification from the database, so
 * changes take effect with the next request.
 */
export function createAuthenticator(ctx: Context): Authenticator {
  return {
    async actor(authorization) {
      const bearer = parseBearer(authorization)
      const now = ctx.now()
      const token = bearer && (await ctx.tokens.verify(bearer, now))
      return token ? ctx.actors.find(token, now) : null
    },
    async isDeleted(authorization) {
      const bearer = parseBearer(authorization)
      const token = bearer && (await ctx.tokens.recall(bearer))
      return token ? ctx.actors.isDeleted(token.uid) : false
    },
    async identity(authorization) {
      const bearer = parseBearer(authorization)
      if (!bearer || !isCanonical(bearer)) throw new ProblemError('sign-in-needed')
      return ctx.identity.verify(bearer, ctx.now())
    },
  }
}

/**
 * Marks the response to a public read with an invalid token. The response is otherwise that for an anonymous
 * caller.
 */
export function markExpiredSession(req: Request, res: Response, actor: Actor | null): void {
  if (!actor && req.headers.authorization) res.set('X-Session', 'expired')
}

const MAX_TOKEN_LENGTH = 8192

/**
 * Returns the bearer token if it has the form of a JSON Web Token (RFC 7515). The emulator's tokens have an
 * empty signature.
 */
function parseBearer(authorization: string | undefined): string | null {
  if (!authorization || authorization.length > MAX_TOKEN_LENGTH) return null
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization)?.[1] ?? null
}
