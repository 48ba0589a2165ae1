import { UnsecuredJWT, jwtVerify, type CryptoKey, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { email, imageUrl } from '../../../contract/api/fields.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import { fullName } from '../../../contract/users.ts'
import type { Config } from '../../config/config.ts'
import { toStoredPhoto } from '../images/photo-addresses.ts'
import { createRemoteKeys } from './signing-keys.ts'

export interface FirebaseIdentity {
  uid: string
  /** The email address, valid according to the contract. */
  email: string
  emailVerified: boolean
  issuedAt: Date
  /** The full name, valid according to the contract, or empty if the token's name is invalid. */
  name: string
  /** The token's photo URL, or empty if it is invalid. */
  picture: string
  /** The sign-in method, such as `password` or `google.com`. */
  provider: string
}

export interface IdentityGateway {
  /**
   * Verifies an ID token as Firebase documents it (firebase.google.com/docs/auth/admin/verify-id-tokens). It
   * must be signed with RS256 by Google's keys. `aud` must be the project, and `iss` its issuer. `exp`,
   * `iat`, and `auth_time` must be plausible, and `sub` must be present.
   * @throws ProblemError `sign-in-needed` if the token is invalid, `unsupported-address` if the contract does
   * not accept its email address, or `service-unavailable` if the keys can't be fetched
   */
  verify(token: string, now: Date): Promise<FirebaseIdentity>
}

export const SIGNING_KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const CLOCK_TOLERANCE_SECONDS = 30

export function createIdentityGateway(
  { identity, imageHost }: Pick<Config, 'identity' | 'imageHost'>,
  keys: JWTVerifyGetKey<CryptoKey> = createRemoteKeys(SIGNING_KEYS_URL),
): IdentityGateway {
  const checks = {
    issuer: `https://securetoken.google.com/${identity.projectId}`,
    audience: identity.projectId,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  }

  return {
    async verify(token, now) {
      try {
        const options = { ...checks, currentDate: now }
        // The emulator's tokens are unsigned. A live project never uses them.
        const { payload } = identity.emulatorHost
          ? UnsecuredJWT.decode(token, options)
          : await jwtVerify(token, keys, { ...options, algorithms: ['RS256'] })
        const verifiedIdentity = toIdentity(payload, now)
        return { ...verifiedIdentity, picture: toStoredPhoto(verifiedIdentity.picture, { imageHost }) }
      } catch (error) {
        if (error instanceof ProblemError) throw error
        throw new ProblemError('sign-in-needed', { cause: error })
      }
    },
  }
}

const claims = z.object({
  sub: z.string().min(1).max(128),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number().optional(),
  email: z.string().min(3),
  email_verified: z.boolean().default(false),
  // The user chose these values, so they may be invalid.
  name: fullName.catch(''),
  picture: imageUrl.catch(''),
  // Only Firebase ID tokens have this claim, unlike custom tokens and app tokens.
  firebase: z.object({ sign_in_provider: z.string() }),
})

function toIdentity(payload: JWTPayload, now: Date): FirebaseIdentity {
  const tokenClaims = claims.parse(payload)
  const latestSeconds = now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS
  if (tokenClaims.iat > latestSeconds || (tokenClaims.auth_time ?? 0) > latestSeconds)
    throw new Error('The token is from the future')
  if (!email.safeParse(tokenClaims.email).success) throw new ProblemError('unsupported-address')
  return {
    uid: tokenClaims.sub,
    email: tokenClaims.email,
    emailVerified: tokenClaims.email_verified,
    issuedAt: new Date(tokenClaims.iat * 1000),
    name: tokenClaims.name,
    picture: tokenClaims.picture,
    provider: tokenClaims.firebase.sign_in_provider,
  }
}
