import { createHash, createSecretKey } from 'node:crypto'
import { decodeJwt, SignJWT, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { newId } from '../db/id.ts'

/**
 * The content of an app token: a JWT (RFC 7519) signed with HS256 by this server. It names a user and a
 * session. The database determines if these are still valid (`actors.ts`).
 */
interface AppToken {
  uid: string
  sessionId: string
  expiresAt: Date
}

export interface AppTokens {
  sign(token: AppToken, issuedAt: Date): Promise<string>
  /**
   * Verifies a token.
   * @returns null if the token is forged, expired, too old, or made for another purpose
   */
  verify(token: string, now: Date): Promise<AppToken | null>
  /**
   * Verifies a token but accepts an expired one. The result grants no access; it only shows which user the
   * token belonged to.
   */
  recall(token: string): Promise<AppToken | null>
}

const ISSUER = 'kerblight'
const AUDIENCE = 'kerblight-api'
const TYPE = 'kerblight+jwt'
const MAX_CACHED = 10_000

/**
 * Creates the functions that sign and verify app tokens.
 * @param maxAgeSeconds older tokens are rejected, whatever expiration they claim
 */
export function createAppTokens(secret: string, maxAgeSeconds: number): AppTokens {
  const key = createSecretKey(Buffer.from(secret))
  const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8)
  const verified = new LRUCache<string, z.output<typeof claims>>({ max: MAX_CACHED })

  return {
    verify,
    recall: async (token) => verify(token, issueOf(token)),
    sign({ uid, sessionId, expiresAt }, issuedAt) {
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(uid)
        .setJti(newId())
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
    },
  }

  async function verify(token: string, now: Date): Promise<AppToken | null> {
    const found = verified.get(token) ?? (await checkSignature(token, now))
    if (!found) return null
    const seconds = now.getTime() / 1000
    if (found.exp <= seconds || found.iat > seconds + 60 || found.iat < seconds - maxAgeSeconds) return null
    return { uid: found.sub, sessionId: found.sid, expiresAt: new Date(found.exp * 1000) }
  }

  /** Verifies a token's signature. Only this step is slow, so only its result is cached. */
  async function checkSignature(token: string, now: Date) {
    if (!isCanonical(token)) return null
    try {
      const { payload, protectedHeader } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        currentDate: now,
      })
      if (protectedHeader.kid !== kid) return null
      const found = claims.parse(payload)
      verified.set(token, found)
      return found
    } catch {
      return null
    }
  }
}

/** Returns the time when a token claims to have been issued. The token's signature is not checked. */
function issueOf(token: string): Date {
  try {
    return new Date((decodeJwt(token).iat ?? 0) * 1000)
  } catch {
    return new Date(0)
  }
}

/**
 * Reports whether a token has its canonical spelling. In base64url, the unused bits of a last character can
 * have any value for the same bytes (RFC 4648, 3.5). A lookup by string would therefore miss other spellings.
 */
export function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
}

const claims = z.object({
  sub: z.string(),
  sid: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
})
