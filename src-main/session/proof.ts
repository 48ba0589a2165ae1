import * as z from 'zod'
import type { Person } from '../../contract/desktop/desktop-channels.ts'

const token = z.string().min(1).max(8_192)

export const tokens = z.object({ idToken: token, refreshToken: token })

export type Tokens = z.infer<typeof tokens>

/** A fresh proof of identity. The main process sends it only to its issuer and the API. */
export interface Proof extends Tokens {
  person: Person
  isEmailVerified: boolean
}

const claims = z.object({
  sub: z.string().min(1).max(128),
  email: z.string().max(254),
  email_verified: z.boolean().default(false),
  name: z.string().default(''),
  picture: z.string().default(''),
})

/**
 * Reads a token's claims, or returns null. They need no verification, because the service has just issued the
 * token.
 */
export function readProof(given: Tokens): Proof | null {
  const parsed = claims.safeParse(readPayload(given.idToken))
  if (!parsed.success) return null
  const { sub: uid, email, email_verified: isEmailVerified, name: fullName, picture: photoURL } = parsed.data
  return { ...given, isEmailVerified, person: { uid, email, fullName, photoURL } }
}

function readPayload(idToken: string): unknown {
  try {
    return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return null
  }
}
