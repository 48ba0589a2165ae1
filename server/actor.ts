import type { Config } from './config/config.ts'

export interface Actor {
  id: string
  uid: string
  sessionId: string
  email: string
  /** True if the email address was verified when the last ID token was issued. */
  isEmailVerified: boolean
  fullName: string
  photoURL: string
  isAdmin: boolean
  isSeller: boolean
  isVerified: boolean
}

/** The audience of a public response. Members see contact details, and strangers don't. */
export type Audience = 'member' | 'stranger'

export function getAudience(actor: Actor | null): Audience {
  return actor ? 'member' : 'stranger'
}

/**
 * Reports whether a user may sell and hold cars and have their contact details shown. `UNPROVEN_ADDRESSES`
 * decides for users with an unconfirmed email address.
 */
export function canTrade(
  { unconfirmedAddresses }: Pick<Config, 'unconfirmedAddresses'>,
  { isEmailVerified }: { isEmailVerified: boolean },
): boolean {
  return isEmailVerified || unconfirmedAddresses === 'trade'
}
