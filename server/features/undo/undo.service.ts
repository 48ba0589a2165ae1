import * as z from 'zod'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import type { Db, UndosTable } from '../../db/tables.ts'
import type { Actor } from '../../http/handler.ts'
import { restoreCars } from '../cars/car.repository.ts'
import { restorePurchase } from '../purchases/purchase.repository.ts'
import { restoreReport } from '../reports/report.repository.ts'
import { restoreReview } from '../reviews/review.repository.ts'
import { deleteUndo, findUndo } from './undo.repository.ts'

/**
 * Brings back what the caller deleted less than a minute ago, once.
 * @throws ProblemError `undo-expired` where it is too late, or where what was deleted cannot stand there any more.
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

/** Each answers how many rows came back. */
const restore: Record<UndosTable['kind'], (trx: Db, payload: unknown) => Promise<number>> = {
  cars: (trx, payload) => restoreCars(trx, many.parse(payload).ids),
  purchase: async (trx, payload) => Number(await restorePurchase(trx, one.parse(payload).id)),
  report: async (trx, payload) => Number(await restoreReport(trx, one.parse(payload).id)),
  review: async (trx, payload) => Number(await restoreReview(trx, one.parse(payload).id)),
}
