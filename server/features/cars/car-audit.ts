import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/handler.ts'
import { insertAuditEntry } from '../audit/audit.repository.ts'
import type { StoredCar } from './stored-car.ts'

export type CarDeed =
  'edit-car' | 'withdraw-car' | 'hide-car' | 'feature-car' | 'unfeature-car' | 'relist-car'

/** Writes down what an admin did to a car, in the deed's transaction. */
export function auditCar(
  db: Db,
  ctx: Context,
  actor: Actor,
  action: CarDeed,
  car: StoredCar,
  detail = car.modelName,
): Promise<void> {
  return insertAuditEntry(db, actor, { action, target: car._id, detail }, ctx.now())
}

/** What sellers do to their own cars is not written down. */
export async function auditOthersCars(
  db: Db,
  ctx: Context,
  actor: Actor,
  action: CarDeed,
  cars: readonly StoredCar[],
  detail?: string,
): Promise<void> {
  for (const car of cars) if (car.sellerId !== actor.id) await auditCar(db, ctx, actor, action, car, detail)
}
