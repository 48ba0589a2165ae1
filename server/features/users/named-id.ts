import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/tables.ts'
import { findUserByEmail } from './user.repository.ts'

/** @returns the id of whom an address names: oneself by one's own, though somebody else has proven it */
export async function findNamedId(
  db: Db,
  actor: Pick<Actor, 'id' | 'email'>,
  email: string,
): Promise<string | undefined> {
  return email === actor.email ? actor.id : (await findUserByEmail(db, email))?.id
}
