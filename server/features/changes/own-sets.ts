import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/tables.ts'
import { getReachable, type RowEndpoint } from '../../http/row-access.ts'
import { findChangeSet, type ChangeSet } from './change.repository.ts'

/**
 * Returns a change set that the actor may access.
 * @param id the ID in the API
 * @throws ProblemError `not-found`, even if the set exists but belongs to another user
 */
export async function getSet(db: Db, name: RowEndpoint, actor: Actor, id: string): Promise<ChangeSet> {
  const set = /^\d{1,15}$/.test(id) ? await findChangeSet(db, Number(id)) : null
  return getReachable(name, actor, set, ({ by }) => by?.id ?? '')
}
