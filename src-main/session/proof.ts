import * as z from 'zod'
import type { Person } from '../../contract/desktop/desktop-channels.ts'

const token = z.string().min(1).max(8_192)

/** What the identity service gives to somebody whom it has let in. */
export const tokens = z.object({ idToken: token, refreshToken: token })

export type Tokens = z.infer<typeof tokens>

/** That somebody is who they are, as the identity service has just said; it never leaves main but for its issuer and the API. */
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

/** The service has just made the token, so what it says of its holder is taken at its word. Null for what is none. */
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
