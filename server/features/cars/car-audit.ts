import type { AuditAction } from '../../../contract/audit.ts'
import { carName } from '../../../contract/car-name.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/handler.ts'
import { insertAuditEntry } from '../audit/audit.repository.ts'
import type { StoredCar } from './stored-car.ts'

export type CarDeed = Extract<AuditAction, `${string}-car`>

/** Writes down what an admin did to a car, in the deed's transaction. */
export function auditCar(
  db: Db,
  ctx: Context,
  actor: Actor,
  action: CarDeed,
  car: StoredCar,
  detail?: string,
): Promise<void> {
  const subject = carName(car)
  const deed = { action, target: car._id, subject, ...(detail !== undefined && { detail }) }
  return insertAuditEntry(db, actor, deed, ctx.now())
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
