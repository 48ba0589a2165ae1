import type { Config } from './config/config.ts'

/** The signed-in caller, as read from the database for this request. */
export interface Actor {
  id: string
  uid: string
  sessionId: string
  email: string
  /** True if the email address is verified, according to the last ID token. */
  isEmailVerified: boolean
  fullName: string
  photoURL: string
  isAdmin: boolean
  isSeller: boolean
  isVerified: boolean
}

/**
 * The audience that determines the variant of a public response. Members get contact details, and strangers
 * don't.
 */
export type Audience = 'member' | 'stranger'

export function audienceOf(actor: Actor | null): Audience {
  return actor ? 'member' : 'stranger'
}

/**
 * Reports whether a person may sell and hold cars and have their contact details shown. For an unverified
 * email address, `UNPROVEN_ADDRESSES` decides.
 */
export function mayTrade(
  { unprovenAddresses }: Pick<Config, 'unprovenAddresses'>,
  { isEmailVerified }: { isEmailVerified: boolean },
): boolean {
  return isEmailVerified || unprovenAddresses === 'trade'
}
