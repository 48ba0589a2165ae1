import type { Actor } from '../actor.ts'

/** Which form of a public answer: with contacts for members, without for strangers. */
export type Audience = 'member' | 'stranger'

export function audienceOf(actor: Actor | null): Audience {
  return actor ? 'member' : 'stranger'
}
