import type { Config } from './config/config.ts'

/** The signed-in caller, as read from the database for this request. */
export interface Actor {
  id: string
  uid: string
  sessionId: string
  email: string
  /** True if the address is verified, according to the last ID token. */
  isEmailVerified: boolean
  fullName: string
  photoURL: string
  isAdmin: boolean
  isSeller: boolean
  isVerified: boolean
}

/** The variant of a public response: with contact details for members, without for strangers. */
export type Audience = 'member' | 'stranger'

export function audienceOf(actor: Actor | null): Audience {
  return actor ? 'member' : 'stranger'
}

/**
 * Reports whether a person may sell and hold cars, and have their contact details shown. `UNPROVEN_ADDRESSES`
 * decides this for unverified addresses.
 */
export function mayTrade(
  { unprovenAddresses }: Pick<Config, 'unprovenAddresses'>,
  { isEmailVerified }: { isEmailVerified: boolean },
): boolean {
  return isEmailVerified || unprovenAddresses === 'trade'
}
