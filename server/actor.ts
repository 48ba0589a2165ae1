import type { Config } from './config/config.ts'

/** The signed-in caller, as the database has them at this request. */
export interface Actor {
  id: string
  uid: string
  sessionId: string
  email: string
  /** Whether the address is proven, as the last ID token said. */
  isEmailVerified: boolean
  fullName: string
  photoURL: string
  isAdmin: boolean
  isSeller: boolean
  isVerified: boolean
}

/** Which form of a public answer: with contacts for members, without for strangers. */
export type Audience = 'member' | 'stranger'

export function audienceOf(actor: Actor | null): Audience {
  return actor ? 'member' : 'stranger'
}

/** Whether somebody may sell and hold cars, and have their contact shown: `UNPROVEN_ADDRESSES` decides. */
export function mayTrade(
  { unprovenAddresses }: Pick<Config, 'unprovenAddresses'>,
  { isEmailVerified }: { isEmailVerified: boolean },
): boolean {
  return isEmailVerified || unprovenAddresses === 'trade'
}
