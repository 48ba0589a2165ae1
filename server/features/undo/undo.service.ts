import * as z from 'zod'
import { conditions } from '../../../contract/cars.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import type { Db, UndosTable } from '../../db/tables.ts'
import type { Actor } from '../../http/handler.ts'
import { changeCarsBack, restoreCars } from '../cars/car.repository.ts'
import { restorePurchase } from '../purchases/purchase.repository.ts'
import { restoreReport } from '../reports/report.repository.ts'
import { restoreReview } from '../reviews/review.repository.ts'
import { deleteUndo, findUndo } from './undo.repository.ts'

/**
 * Takes back what the caller deleted or changed less than a minute ago, once. Of many, those that can still be.
 * @throws ProblemError `undo-expired` where it is too late, or where nothing of it can be taken back any more.
 */
export function undo(ctx: Context, actor: Actor, id: string): Promise<EndpointOutput<'undo'>> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const offer = await findUndo(trx, id, actor.id)
    if (!offer) throw new ProblemError('not-found')
    if (offer.expiresAt <= now) throw new ProblemError('undo-expired')
    await deleteUndo(trx, id)
    const restored = await restore[offer.kind](trx, offer.payload)
    if (restored === 0)
      throw new ProblemError('undo-expired', { detail: 'This cannot be brought back any more' })
    return { acknowledged: true, restored }
  })
}

const one = z.object({ id: z.string() })
const many = z.object({ ids: z.array(z.string()) })
const carsBefore = z.object({
  cars: z.array(
    z.object({
      id: z.string(),
      version: z.number(),
      resellPrice: z.string(),
      condition: z.enum(conditions),
      location: z.string(),
      selllerContact: z.string(),
    }),
  ),
})

/** Each answers how many rows came back. */
const restore: Record<UndosTable['kind'], (trx: Db, payload: unknown) => Promise<number>> = {
  cars: (trx, payload) => restoreCars(trx, many.parse(payload).ids),
  'car-changes': (trx, payload) => changeCarsBack(trx, carsBefore.parse(payload).cars),
  purchase: async (trx, payload) => Number(await restorePurchase(trx, one.parse(payload).id)),
  report: async (trx, payload) => Number(await restoreReport(trx, one.parse(payload).id)),
  review: async (trx, payload) => Number(await restoreReview(trx, one.parse(payload).id)),
}
