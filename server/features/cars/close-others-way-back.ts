import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/tables.ts'
import { endOthersUndos } from '../undo/undo.repository.ts'
import { hideAgain } from './car.repository.ts'

/**
 * Somebody has decided about these cars, be it that there was nothing left to write: what others did to them they can't
 * undo, and whoever deleted one can't bring it back by reverting that. To be called within a change set.
 */
export async function closeOthersWayBack(
  trx: Db,
  actor: Actor,
  carIds: readonly string[],
  now: Date,
): Promise<void> {
  await endOthersUndos(trx, actor.id, carIds)
  await hideAgain(trx, carIds, actor.id, now)
}
