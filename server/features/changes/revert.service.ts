import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import { writeCarsInTurns } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import type { Call } from '../../http/handler.ts'
import { auditOthersCars } from '../cars/car-audit.ts'
import { nameOf, type Car } from '../cars/car.ts'
import { tellOfReturn } from '../cars/take-down-notices.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { listCarsOf } from './change.repository.ts'
import { getSet } from './own-sets.ts'
import { fieldOnWire } from './changes.wire.ts'
import { revertCars, type Reverting } from './revert-cars.ts'
import { isRevertible } from './revertible.ts'

/**
 * Makes cars what they were before they were changed together: each field that is still as it was left, on each car that
 * was not sold since. What stays is listed, with the reason. It can be undone, as it is a change itself.
 * @throws ProblemError `not-found`; `revert-expired` after 30 days, and for what can't be reverted
 */
export async function revertChangeSet({
  ctx,
  actor,
  params,
  body,
}: Call<'revertChangeSet'>): Promise<EndpointOutput<'revertChangeSet'>> {
  const set = await getSet(ctx.db, 'revertChangeSet', actor, params.id)
  if (!isRevertible(set, ctx.now())) throw new ProblemError('revert-expired')
  const cars = body.carID ? [body.carID] : await listCarsOf(ctx.db, set.id)
  const what = { kind: 'revert', reverts: set.id } as const
  const turns = await writeCarsInTurns<string, Turn>(
    ctx,
    actor,
    what,
    cars,
    async (trx, some, { set: own, isLast, before }) => {
      const outcome = await revertCars(trx, ctx, actor, { set: set.id, cars: some })
      await settle(trx, ctx, actor, outcome)
      if (!isLast) return outcome
      return { ...outcome, undoId: await conclude(trx, ctx, actor, own, together([...before, outcome])) }
    },
  )
  return answer(together(turns), turns.at(-1)?.undoId)
}

interface Turn extends Reverting {
  undoId?: string | undefined
}

async function settle(trx: Db, ctx: Context, actor: Actor, { reverted }: Reverting): Promise<void> {
  if (reverted.length === 0) return
  await endOthersUndos(trx, actor.id, idsOf(reverted))
  await auditOthersCars(trx, ctx, actor, 'revert-car', reverted)
}

function together(turns: readonly Reverting[]): Reverting {
  return {
    reverted: turns.flatMap(({ reverted }) => reverted),
    returned: turns.flatMap(({ returned }) => returned),
    stayed: turns.flatMap(({ stayed }) => stayed),
  }
}

/** Once for all of it. @returns the undo's id, where there is something to undo */
async function conclude(
  trx: Db,
  ctx: Context,
  actor: Actor,
  set: number,
  { reverted, returned }: Reverting,
): Promise<string | undefined> {
  if (reverted.length === 0) return undefined
  await tellOfReturn(trx, ctx, actor, returned)
  const rows = idsOf(reverted).map((id) => ({ id, before: set }))
  return offerUndo(trx, { userId: actor.id, kind: 'car-changes', rows }, ctx.now())
}

function idsOf(cars: readonly Car[]): string[] {
  return cars.map(({ id }) => id)
}

function answer({ reverted, stayed }: Reverting, undoId?: string): EndpointOutput<'revertChangeSet'> {
  return {
    acknowledged: true,
    reverted: reverted.length,
    stayed: stayed.map(({ car, field, reason }) => ({
      carID: car.id,
      carName: nameOf(car),
      field: fieldOnWire(field),
      reason,
    })),
    ...(undoId !== undefined && { undoId }),
  }
}
