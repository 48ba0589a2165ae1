import { createHash, createSecretKey } from 'node:crypto'
import { decodeJwt, SignJWT, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { newId } from '../db/id.ts'

/**
 * The app token: a JWT (RFC 7519) signed with HS256 by this server. It names a user and a session; whether these still
 * stand is asked of the database (`actors.ts`).
 */
interface AppToken {
  uid: string
  sessionId: string
  expiresAt: Date
}

export interface AppTokens {
  sign(token: AppToken, issuedAt: Date): Promise<string>
  /** @returns null for a token that is forged, expired, too old or made for something else. */
  verify(token: string, now: Date): Promise<AppToken | null>
  /** The same of one whose time may be over: it opens nothing, and tells whose it was. */
  recall(token: string): Promise<AppToken | null>
}

const ISSUER = 'kerblight'
const AUDIENCE = 'kerblight-api'
const TYPE = 'kerblight+jwt'
const MAX_CACHED = 10_000

/** @param maxAgeSeconds refuses older tokens, whatever they say of their own end */
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

  /** Only this costs time, so only this is remembered. */
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

/** When it says that it was issued, be it ours or not. */
function issueOf(token: string): Date {
  try {
    return new Date((decodeJwt(token).iat ?? 0) * 1000)
  } catch {
    return new Date(0)
  }
}

/**
 * One token, one spelling: a last digit's spare bits can hold anything for the same bytes (RFC 4648, 3.5), so whoever
 * looked for a token by its text would miss its twins.
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
