import type { Request, Response } from 'express'
import { ProblemError } from '../../contract/api/problems.ts'
import type { Context } from '../context.ts'
import type { FirebaseIdentity } from '../gateways/identity/identity.ts'
import type { Actor } from '../actor.ts'
import { isCanonical } from './token.ts'

export interface Authenticator {
  /** The session's user, or null without a token or with one that does not count. */
  actor(authorization: string | undefined): Promise<Actor | null>
  /** Whether a session's token, be its time over or not, is one of an account that was deleted. */
  isDeleted(authorization: string | undefined): Promise<boolean>
  identity(authorization: string | undefined): Promise<FirebaseIdentity>
}

/** Role, account and verification are the database's, so that a change counts from the next request on. */
export function createAuthenticator(ctx: Context): Authenticator {
  return {
    async actor(authorization) {
      const bearer = bearerOf(authorization)
      const now = ctx.now()
      const token = bearer && (await ctx.tokens.verify(bearer, now))
      return token ? ctx.actors.find(token, now) : null
    },
    async isDeleted(authorization) {
      const bearer = bearerOf(authorization)
      const token = bearer && (await ctx.tokens.recall(bearer))
      return token ? ctx.actors.isDeleted(token.uid) : false
    },
    async identity(authorization) {
      const bearer = bearerOf(authorization)
      if (!bearer || !isCanonical(bearer)) throw new ProblemError('sign-in-needed')
      return ctx.identity.verify(bearer, ctx.now())
    },
  }
}

/** On public reads a bad token is answered as to a stranger, and says so. */
export function markExpiredSession(req: Request, res: Response, actor: Actor | null): void {
  if (!actor && req.headers.authorization) res.set('X-Session', 'expired')
}

const MAX_TOKEN_LENGTH = 8192

/** A JSON Web Token as RFC 7515 spells it. The emulator's end with an empty signature. */
function bearerOf(authorization: string | undefined): string | null {
  if (!authorization || authorization.length > MAX_TOKEN_LENGTH) return null
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization)?.[1] ?? null
}
