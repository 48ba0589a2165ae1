import type { Row } from '../db/tables.ts'
import { subtractDays } from './time-offsets.ts'
import { demoPeople, type DemoPerson } from './demo-people.ts'
import { createSeededId } from './random.ts'

export function userId(email: string): string {
  return createSeededId('user', email)
}

/**
 * Returns the demo user with an email address.
 * @throws Error if there is no such user
 */
export function findDemoPerson(email: string): DemoPerson {
  const person = demoPeople.find((candidate) => candidate.email === email)
  if (!person) throw new Error(`The demo data has no user with the address ${email}`)
  return person
}

/**
 * Builds the row of a demo user.
 * @param uid the account ID at the identity provider
 */
export function toUserRow(person: DemoPerson, uid: string, now: Date): Row<'users'> {
  const joinedAt = subtractDays(now, person.joinedDaysAgo).toISOString()
  return {
    id: userId(person.email),
    uid,
    email: person.email,
    email_verified: 1,
    email_at: null,
    full_name: person.fullName,
    photo_url: person.photo,
    account: person.account,
    account_chosen: 1,
    saved_at: joinedAt,
    role: person.role,
    verified: person.verified ? 1 : 0,
    created_at: joinedAt,
    deleted_at: null,
    zip: person.zip ?? null,
  }
}
