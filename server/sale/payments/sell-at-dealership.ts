import { ProblemError } from '../../../contract/api/problems.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import type { Charge } from '../../gateways/payments/payments.ts'
import { addDealLink } from '../deals/deal-link.ts'
import { openDeal } from '../deals/open-deal.ts'
import { findLiveAttempt } from '../records/attempt.repository.ts'
import { sellCar } from '../records/car-state.ts'
import { endDeposit, isBeingRefunded, type Deposit } from '../records/deposit.repository.ts'
import { toPaymentEntry } from '../records/payment-entry.ts'
import { findPayment, makeSale } from '../records/payment.repository.ts'
import { findListedPurchase } from '../records/purchase-lists.repository.ts'
import { findPurchase, movePurchase } from '../records/purchase.repository.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { saleNotices } from './sale-notices.ts'

/**
 * Completes a sale whose rest the buyer paid at the dealership. The deposit becomes the payment of the sale, and
 * the deal that opens pays it out after the handover.
 * @returns false if the reservation had already ended
 * @throws ProblemError `payment-in-progress` if the buyer is paying the rest by card, `stripe-refused` if Stripe
 * refuses a request, `service-unavailable` if it does not respond; the reservation remains.
 */
export async function sellAtDealership(
  ctx: Context,
  deposit: Deposit,
  sale: { by: 'seller' | 'admin'; actor: Pick<Actor, 'id' | 'email'> },
): Promise<boolean> {
  const attempt = await findLiveAttempt(ctx.db, 'purchase', deposit.purchaseId)
  if (attempt) await cancelAttempt(ctx, attempt, 'released')
  const { intentId } = (await findPayment(ctx.db, deposit.paymentId))!
  const { charge } = await ctx.payments.getIntent(intentId)
  return ctx.db.transaction().execute((trx) => completeSale(trx, ctx, deposit, { ...sale, charge }))
}

async function completeSale(
  trx: Db,
  ctx: Context,
  deposit: Deposit,
  {
    by,
    actor,
    charge,
  }: { by: 'seller' | 'admin'; actor: Pick<Actor, 'id' | 'email'>; charge: Charge | null },
): Promise<boolean> {
  const now = ctx.now()
  if (await isBeingRefunded(trx, deposit)) return false
  if (!(await endDeposit(trx, deposit, { state: 'paid-at-dealership', by }, now))) return false
  const { purchaseId, carId, amount } = deposit
  const purchase = (await findPurchase(trx, purchaseId))!
  // The buyer may have started to pay the rest since the last attempt was canceled.
  if (!(await movePurchase(trx, purchaseId, ['unpaid'], { state: 'paid' })))
    throw new ProblemError('payment-in-progress')
  await setChangeAuthor(trx, { actorId: actor.id, now }, () => sellCar(trx, carId))
  const payment = await makeSale(trx, deposit.paymentId, (purchase.priceMinor ?? amount) - amount)
  await openDeal(trx, now, { payment, purchase, charge, recordedBy: { side: by, actorId: actor.id } })
  if (by === 'admin') {
    const detail = `Deposit ${formatMoney(amount)}`
    await insertAuditEntry(
      trx,
      actor,
      { ...toPaymentEntry(payment), action: 'dealership-payment', detail },
      now,
    )
  }
  for (const notice of saleNotices((await findListedPurchase(trx, purchaseId))!, payment, by))
    await notify(trx, ctx, addDealLink(ctx, payment, notice))
  return true
}
