import type { Reverted } from '../../../contract/car-changes.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { auditOthersCars } from '../cars/car-audit.ts'
import { nameOf } from '../cars/car.ts'
import { endOthersUndos } from '../undo/undo.repository.ts'
import { fieldOnWire } from './changes.wire.ts'
import type { Reverting, Stayed } from './revert-cars.ts'

/** Ends what others could undo of these cars, and notes in the log what was done to cars of others. */
export async function settleReverted(
  trx: Db,
  ctx: Context,
  actor: Actor,
  { reverted }: Reverting,
): Promise<void> {
  if (reverted.length === 0) return
  await endOthersUndos(
    trx,
    actor.id,
    reverted.map(({ id }) => id),
  )
  await auditOthersCars(trx, ctx, actor, 'revert-car', reverted)
}

export function toWireStayed(stayed: readonly Stayed[]): Reverted['stayed'] {
  return stayed.map(({ car, field, reason }) => ({
    carID: car.id,
    carName: nameOf(car),
    field: fieldOnWire(field),
    reason,
  }))
}
