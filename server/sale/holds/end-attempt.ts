import { pages } from '../../../contract/pages.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import { findUser, formatAuditUserName } from '../../core/users/user.repository.ts'

import {
  endAttempt,
  findAttempt,
  LIVE_STATES,
  type Attempt,
  type AttemptState,
  type CancelReason,
} from '../records/attempt.repository.ts'
import { freeCar } from '../records/car-state.ts'
import { findPurchase, movePurchase } from '../records/purchase.repository.ts'

export interface HoldEnd {
  reason: CancelReason
  /** The admin who ended the hold, or null if no admin did. */
  adminId: string | null
}

/**
 * Releases a hold in the database after Stripe has canceled its PaymentIntent. The car is in stock again,
 * unless a deposit reserves it, and the item is unpaid. A repeated call does nothing.
 * @param end who ends the hold and why; a reason that was recorded earlier takes precedence, unless an admin
 * ends the hold
 * @param from the states that allow releasing the hold
 * @returns true if this call released the hold
 */
export async function releaseHold(
  ctx: Context,
  { id }: Pick<Attempt, 'id'>,
  end: HoldEnd,
  from: readonly AttemptState[] = LIVE_STATES,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const attempt = (await findAttempt(trx, id))!
    const { reason: cancelReason, adminId: canceledBy } = end.adminId ? end : (getRecordedEnd(attempt) ?? end)
    const change = { state: 'cancelled', cancelReason, canceledBy } as const
    if (!(await endAttempt(trx, id, from, change, ctx.now()))) return false
    const actorId = canceledBy ?? (cancelReason === 'released' ? attempt.buyerId : null)
    await setChangeAuthor(trx, { actorId, now: ctx.now() }, () => freeCar(trx, attempt.carId))
    await movePurchase(trx, attempt.purchaseId, ['paying'], { state: 'unpaid' })
    if (cancelReason !== 'released') await notifyLoss(trx, ctx, { ...attempt, canceledBy }, cancelReason)
    return true
  })
}

function getRecordedEnd({ cancelReason, canceledBy }: Attempt): HoldEnd | null {
  return cancelReason && { reason: cancelReason, adminId: canceledBy }
}

/** Notifies the buyer and, if an admin ended the hold, adds an audit log entry. */
async function notifyLoss(
  trx: Db,
  ctx: Context,
  { purchaseId, carId, buyerId, amount, canceledBy }: Attempt,
  reason: Exclude<CancelReason, 'released'>,
): Promise<void> {
  const { carName: car } = (await findPurchase(trx, purchaseId))!
  const { subject, body } = losses[reason](car, formatMoney(amount))
  const link = pages.purchases.path
  await notify(trx, ctx, { userId: buyerId, kind: 'hold-lost', subject, body, link, carId })
  const admin = canceledBy && (await findUser(trx, canceledBy))
  if (!admin) return
  const entryTarget = { target: buyerId, subject: await formatAuditUserName(trx, buyerId) }
  await insertAuditEntry(trx, admin, { action: 'end-hold', ...entryTarget, detail: car }, ctx.now())
}

const losses = {
  expired: (car: string, amount: string) => ({
    subject: `Your hold on the ${car} expired`,
    body: `We held the ${car} while you were paying ${amount}, but the payment didn’t finish in time. You weren’t charged, and the car is still on your purchase list.`,
  }),
  'car-removed': (car: string, amount: string) => ({
    subject: `Your hold on the ${car} has ended`,
    body: `We held the ${car} while you were paying ${amount}, but the listing is being taken down. You weren’t charged.`,
  }),
  'ended-by-admin': (car: string) => ({
    subject: `Your hold on the ${car} has ended`,
    body: `Our team ended your hold on the ${car}. You weren’t charged, and the car is still on your purchase list.`,
  }),
}
