import { formatMoney } from '../../contract/money.ts'
import type { Context } from '../context.ts'
import { endAttempt, LIVE, type Attempt } from '../features/payments/attempt.repository.ts'
import { notify } from '../features/messages/notify.ts'
import { movePurchase } from '../features/purchases/purchase.repository.ts'
import { freeCar } from './car-state.ts'

export type CancelReason = NonNullable<Attempt['cancel_reason']>

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
    const end = { state: 'cancelled' as const, cancel_reason: reason }
    const isFirst = await endAttempt(trx, attempt.id, from, end, ctx.now())
    if (!isFirst) return false
    await freeCar(trx, attempt.car_id)
    await movePurchase(trx, attempt.purchase_id, ['paying'], { state: 'unpaid' })
    if (reason !== 'released') {
      const { model_name } = await trx
        .selectFrom('cars')
        .select('model_name')
        .where('id', '=', attempt.car_id)
        .executeTakeFirstOrThrow()
      const notice = {
        userId: attempt.buyer_id,
        kind: 'hold-lost' as const,
        ...lossOf(reason, model_name, formatMoney(attempt.amount)),
        link: '/dashboard',
      }
      await notify(trx, notice, ctx.now())
    }
    return true
  })
}

function lossOf(reason: 'expired' | 'car-removed', car: string, amount: string) {
  return reason === 'expired'
    ? {
        subject: `Your hold on ${car} ran out`,
        body: `You held ${car} to pay ${amount}, but the payment was not finished in time. Nothing was charged, and the car is on your purchase list still.`,
      }
    : {
        subject: `Your hold on ${car} was ended`,
        body: `You held ${car} to pay ${amount}, but the car is being taken off the market. Nothing was charged.`,
      }
}
