import { formatMoney } from '../../contract/money.ts'
import type { Context } from '../context.ts'
import { endAttempt, LIVE, type Attempt } from '../features/payments/attempt.repository.ts'
import { notify } from '../features/messages/notify.ts'
import { movePurchase } from '../features/purchases/purchase.repository.ts'
import { freeCar } from './car-state.ts'

export type CancelReason = 'expired' | 'released'

/**
 * Lets a hold go in the books, after Stripe has cancelled its PaymentIntent: the car is in stock again and the item
 * unpaid. A repeat does nothing.
 * @param from the states it may be let go from
 * @returns whether this call did it
 */
export async function releaseHold(
  ctx: Context,
  attempt: Attempt,
  reason: CancelReason,
  from: readonly Attempt['state'][] = LIVE,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const isFirst = await endAttempt(trx, attempt.id, from, { state: 'cancelled', cancel_reason: reason })
    if (!isFirst) return false
    await freeCar(trx, attempt.car_id)
    await movePurchase(trx, attempt.purchase_id, ['paying'], { state: 'unpaid' })
    if (reason === 'expired') {
      const { model_name } = await trx
        .selectFrom('cars')
        .select('model_name')
        .where('id', '=', attempt.car_id)
        .executeTakeFirstOrThrow()
      const notice = {
        userId: attempt.buyer_id,
        kind: 'hold-lost' as const,
        subject: `Your hold on ${model_name} ran out`,
        body: `You held ${model_name} to pay ${formatMoney(attempt.amount)}, but the payment was not finished in time. Nothing was charged, and the car is on your purchase list still.`,
        link: '/dashboard',
      }
      await notify(trx, notice, ctx.now())
    }
    return true
  })
}
