import { ProblemError } from '../../../contract/problems.ts'
import type { Db } from '../../db/tables.ts'
import { faultOf, type FaultFinder } from '../../http/find-faults.ts'
import { Answer, type Actor, type Call } from '../../http/handler.ts'
import { cancelAttempt } from '../../sale/cancel-attempt.ts'
import { ofPayment } from '../../sale/payment-deed.ts'
import { pursueRefund } from '../../sale/refund.ts'
import { settleIntent } from '../../sale/settle.ts'
import { insertAuditEntry } from '../audit/audit.repository.ts'
import { findPurchase, type PurchaseRow } from '../purchases/purchase.repository.ts'
import { findAttempt, findAttemptByIntent } from './attempt.repository.ts'
import { findPayment, findPaymentByIntent, movePayment } from './payment.repository.ts'

/** Records a success that the browser saw; what it was is read from Stripe. */
export async function savePayment({ ctx, actor, body }: Call<'savePayment'>) {
  const purchase = await getOwnPurchase(ctx.db, actor, body.purchasedItemID)
  const known = await findPaymentByIntent(ctx.db, body.transactionID)
  const attempt = known ?? (await findAttemptByIntent(ctx.db, body.transactionID))
  if (attempt?.purchase_id !== purchase.id) throw new ProblemError('not-found')

  const answer = { acknowledged: true as const, transactionID: body.transactionID }
  const outcome = await settleIntent(ctx, body.transactionID)
  switch (outcome.state) {
    case 'paid':
    case 'refunded':
      return { ...answer, insertedId: outcome.payment.id, state: outcome.state }
    case 'settling':
      return new Answer({ ...answer, state: 'settling' as const }, { status: 202 })
    default:
      throw new ProblemError('not-succeeded')
  }
}

async function getOwnPurchase(db: Db, actor: Actor, id: string): Promise<PurchaseRow> {
  const purchase = await findPurchase(db, id)
  if (purchase?.buyer_id !== actor.id) throw new ProblemError('not-found')
  return purchase
}

export const findPaymentFaults: FaultFinder<'createPaymentIntent' | 'savePayment'> = async ({
  ctx,
  actor,
  body,
}) => {
  const { purchasedItemID: id } = body
  return id === undefined ? [] : faultOf('purchasedItemID', () => getOwnPurchase(ctx.db, actor, id))
}

/** Lets the buyer's own hold go. */
export async function releaseAttempt({ ctx, actor, params }: Call<'cancelAttempt'>) {
  const attempt = await findAttempt(ctx.db, params.id)
  if (attempt?.buyer_id !== actor.id) throw new ProblemError('not-found')
  if (attempt.state === 'succeeded') throw new ProblemError('payment-in-progress')
  const isReleased = attempt.state !== 'cancelled' && (await cancelAttempt(ctx, attempt, 'released'))
  return { acknowledged: true as const, deletedCount: isReleased ? 1 : 0 }
}

/** Gives the whole amount back. Pending until Stripe confirms; a repeat answers how it stands. */
export async function refundPayment({ ctx, actor, params, body }: Call<'refundPayment'>) {
  const payment = await findPayment(ctx.db, params.id)
  if (!payment) throw new ProblemError('not-found')
  if (payment.state === 'refunded') return { acknowledged: true as const, state: 'refunded' as const }
  await ctx.db.transaction().execute(async (trx) => {
    const change = { state: 'refund-pending' as const, refund_reason: body.reason }
    const isFirst = await movePayment(trx, payment.id, ['paid', 'refund-failed'], change)
    if (!isFirst) return
    const deed = { ...ofPayment(payment), action: 'refund' as const, detail: body.reason }
    await insertAuditEntry(trx, actor, deed, ctx.now())
  })
  const state = await pursueRefund(ctx, (await findPayment(ctx.db, payment.id))!)
  if (state === 'refund-failed')
    throw new ProblemError('not-refundable', {
      detail: 'Stripe couldn’t refund this payment. Try again later.',
    })
  return {
    acknowledged: true as const,
    state: state === 'refunded' ? ('refunded' as const) : ('refund-pending' as const),
  }
}
