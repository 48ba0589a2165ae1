import { createHash, createSecretKey } from 'node:crypto'
import { decodeJwt, SignJWT, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { newId } from '../db/id.ts'

/**
 * The content of an app token: a JWT (RFC 7519) that this server signs with HS256. The database determines
 * whether its user and session are still valid (`actors.ts`).
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
   * @returns null if the token is forged, expired, too old, or issued for another purpose
   */
  verify(token: string, now: Date): Promise<AppToken | null>
  /**
   * Verifies a token but accepts an expired one. The result grants no access. It only identifies the user.
   */
  recall(token: string): Promise<AppToken | null>
}

const ISSUER = 'kerblight'
const AUDIENCE = 'kerblight-api'
const TYPE = 'kerblight+jwt'
const MAX_CACHED = 10_000

/**
 * Creates the functions that sign and verify app tokens.
 * @param maxAgeSeconds the age above which tokens are rejected, regardless of the expiration that they claim
 */
export function createAppTokens(secret: string, maxAgeSeconds: number): AppTokens {
  const key = createSecretKey(Buffer.from(secret))
  const kid = createHash('sha256').update(secret).digest('hex').slice(0, 8)
  const verifiedClaims = new LRUCache<string, z.output<typeof claims>>({ max: MAX_CACHED })

  return {
    verify,
    recall: async (token) => verify(token, readIssuedAt(token)),
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
    const tokenClaims = verifiedClaims.get(token) ?? (await checkSignature(token, now))
    if (!tokenClaims) return null
    const seconds = now.getTime() / 1000
    if (
      tokenClaims.exp <= seconds ||
      tokenClaims.iat > seconds + 60 ||
      tokenClaims.iat < seconds - maxAgeSeconds
    )
      return null
    return { uid: tokenClaims.sub, sessionId: tokenClaims.sid, expiresAt: new Date(tokenClaims.exp * 1000) }
  }

  /** Verifies a token's signature. This is the only slow step, so only its result is cached. */
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
      const parsedClaims = claims.parse(payload)
      verifiedClaims.set(token, parsedClaims)
      return parsedClaims
    } catch {
      return null
    }
  }
}

function readIssuedAt(token: string): Date {
  try {
    return new Date((decodeJwt(token).iat ?? 0) * 1000)
  } catch {
    return new Date(0)
  }
}

/**
 * Reports whether a token has its canonical spelling. In base64url, the last character may have unused bits
 * with any value (RFC 4648, 3.5). Lookups by string would miss such other spellings.
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
