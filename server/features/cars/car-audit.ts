import type { AuditAction } from '../../../contract/audit.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { formatCarName, type Car } from './car.ts'

export type CarAction = Extract<AuditAction, `${string}-car`>

/** Records an admin's action on a car. It must run in the same transaction as the action. */
export function auditCar(
  db: Db,
  ctx: Context,
  actor: Actor,
  action: CarAction,
  car: Car,
  detail?: string,
): Promise<void> {
  const subject = formatCarName(car)
  const entry = { action, target: car.id, subject, ...(detail !== undefined && { detail }) }
  return insertAuditEntry(db, actor, entry, ctx.now())
}

/** Records an action on the cars of other sellers. Sellers' actions on their own cars are not recorded. */
export async function auditOthersCars(
  db: Db,
  ctx: Context,
  actor: Actor,
  action: CarAction,
  cars: readonly Car[],
  detail?: string,
): Promise<void> {
  for (const car of cars) if (car.sellerId !== actor.id) await auditCar(db, ctx, actor, action, car, detail)
}
