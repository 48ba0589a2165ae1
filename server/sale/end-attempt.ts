import { formatMoney } from '../../contract/money.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { insertAuditEntry } from '../features/audit/audit.repository.ts'
import { notify } from '../features/messages/notify.ts'
import { endAttempt, findAttempt, LIVE, type Attempt } from '../features/payments/attempt.repository.ts'
import { findPurchase, movePurchase } from '../features/purchases/purchase.repository.ts'
import { findUser } from '../features/users/user.repository.ts'
import { freeCar } from './car-state.ts'

export type CancelReason = NonNullable<Attempt['cancel_reason']>

export interface HoldEnd {
  /** Where nobody has noted another one. */
  reason: CancelReason
  /** Whether Stripe had taken a card for it. */
  isCardConfirmed: boolean
}

/**
 * Lets a hold go in the books, after Stripe has cancelled its PaymentIntent: the car is in stock again and the item
 * unpaid. A repeat does nothing.
 * @param from the states it may be let go from
 * @returns whether this call did it
 */
export async function releaseHold(
  ctx: Context,
  { id }: Pick<Attempt, 'id'>,
  end: HoldEnd,
  from: readonly Attempt['state'][] = LIVE,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const attempt = (await findAttempt(trx, id))!
    const { cancel_reason: noted, cancelled_by } = attempt
    const reason = noted ?? end.reason
    const card_confirmed = end.isCardConfirmed ? 1 : 0
    const change = { state: 'cancelled', cancel_reason: reason, cancelled_by, card_confirmed } as const
    if (!(await endAttempt(trx, id, from, change, ctx.now()))) return false
    await freeCar(trx, attempt.car_id)
    await movePurchase(trx, attempt.purchase_id, ['paying'], { state: 'unpaid' })
    if (reason !== 'released') await tell(trx, ctx, attempt, reason)
    return true
  })
}

/** The buyer; and where an admin has ended it, the log. */
async function tell(
  trx: Db,
  ctx: Context,
  { purchase_id, buyer_id, amount, cancelled_by }: Attempt,
  reason: Exclude<CancelReason, 'released'>,
): Promise<void> {
  const { car_name: car } = (await findPurchase(trx, purchase_id))!
  const { subject, body } = losses[reason](car, formatMoney(amount))
  const notice = { userId: buyer_id, kind: 'hold-lost' as const, subject, body, link: '/dashboard' }
  await notify(trx, ctx, notice)
  const admin = cancelled_by && (await findUser(trx, cancelled_by))
  if (!admin) return
  const entry = { action: 'end-hold' as const, target: buyer_id, detail: car }
  await insertAuditEntry(trx, admin, entry, ctx.now())
}

const losses = {
  expired: (car: string, amount: string) => ({
    subject: `Your hold on the ${car} expired`,
    body: `We held the ${car} while you paid ${amount}, but the payment didn’t finish in time. You weren’t charged, and the car is still on your purchase list.`,
  }),
  'car-removed': (car: string, amount: string) => ({
    subject: `Your hold on the ${car} has ended`,
    body: `We held the ${car} while you paid ${amount}, but the listing is being taken down. You weren’t charged.`,
  }),
  'ended-by-admin': (car: string, amount: string) => ({
    subject: `Your hold on the ${car} has ended`,
    body: `Our team ended your hold on the ${car}, at ${amount}. You weren’t charged, and the car is still on your purchase list.`,
  }),
}
