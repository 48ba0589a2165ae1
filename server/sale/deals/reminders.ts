import { REFUND_DAY } from '../../../contract/deal-life.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import { listAdminIds } from '../../core/users/user.repository.ts'
import { notifySide } from './notify-side.ts'
import { toPaymentEntry } from '../records/payment-entry.ts'
import { findPayment, movePayment } from '../records/payment.repository.ts'
import { findPurchase } from '../records/purchase.repository.ts'
import {
  findDeal,
  insertDealEvent,
  listDealsToRemind,
  recordReminder,
  type Deal,
} from '../records/deal.repository.ts'

const DAY_MS = 86_400_000
const BATCH_DEALS = 100

/** The days after the payment when both sides are asked to agree on a handover. */
const REMINDER_DAYS = [3, 7, 14]
/** The day when a deal without a handover is passed to the admins. */
const ADMIN_DAY = 21
/** The days between which the admins are alerted daily. */
const ALERT_DAY = 60
const LAST_DAY = 90

const days = [
  ...REMINDER_DAYS,
  ADMIN_DAY,
  ...Array.from({ length: LAST_DAY - ALERT_DAY + 1 }, (_, index) => ALERT_DAY + index),
]

export function getFirstReminder(paidAt: Date): string {
  return new Date(paidAt.getTime() + days[0]! * DAY_MS).toISOString()
}

/**
 * Sends the reminders that are due, and begins the refund of deals that are still open on `REFUND_DAY`. Stripe
 * doesn't allow money to be held longer than 90 days.
 */
export async function sendDealReminders(ctx: Context): Promise<void> {
  for (const deal of await listDealsToRemind(ctx.db, ctx.now(), BATCH_DEALS))
    await ctx.db.transaction().execute(async (trx) => {
      const next = days[deal.reminders + 1]
      const remindAt = next === undefined ? null : getReminderTime(deal, next).toISOString()
      if (await recordReminder(trx, deal, remindAt)) await remind(trx, ctx, deal, days[deal.reminders]!)
    })
}

function getReminderTime({ createdAt }: Deal, day: number): Date {
  return new Date(Date.parse(createdAt) + day * DAY_MS)
}

async function remind(trx: Db, ctx: Context, listed: Deal, day: number): Promise<void> {
  const deal = (await findDeal(trx, listed.purchaseId))!
  const { carName } = (await findPurchase(trx, deal.purchaseId))!
  if (day < ALERT_DAY) {
    if (deal.state !== 'paid') return
    if (day < ADMIN_DAY) await askForHandover(trx, ctx, deal, carName)
    else
      await alertAdmins(
        trx,
        ctx,
        deal,
        `No handover agreed: ${carName}`,
        'Buyer and seller have not agreed on a handover for three weeks. Contact them, or refund the buyer.',
      )
    return
  }
  if (!isOpen(deal)) return
  if (day === REFUND_DAY && !deal.confirmedAt) await requestRefund(trx, ctx, deal)
  else
    await alertAdmins(
      trx,
      ctx,
      deal,
      `Sale still open: ${carName}`,
      `Stripe holds this money for at most ${LAST_DAY} days. On day ${REFUND_DAY}, we refund the buyer in full if the handover isn’t confirmed.`,
    )
}

/** Reports whether a deal's money is still held for the buyer or the seller. */
function isOpen({ state }: Deal): boolean {
  return state === 'paid' || state === 'handover-agreed' || state === 'handed-over' || state === 'problem'
}

async function askForHandover(trx: Db, ctx: Context, deal: Deal, carName: string): Promise<void> {
  const notice = {
    subject: `Agree on a handover: ${carName}`,
    body: `The ${carName} is paid for, but you haven’t agreed on a time for the handover yet. Propose one or two times, or accept one.`,
  }
  for (const side of ['buyer', 'seller'] as const)
    await notifySide(trx, ctx, { purchaseId: deal.purchaseId, side }, notice)
}

async function alertAdmins(trx: Db, ctx: Context, deal: Deal, subject: string, body: string): Promise<void> {
  const link = pagePath('deal', { id: deal.purchaseId })
  for (const userId of await listAdminIds(trx))
    await notify(trx, ctx, { userId, kind: 'deal', subject, body, link, carId: deal.carId })
}

const REFUND_REASON = 'The handover wasn’t confirmed in time'

/** Marks the payment for a full refund, which the reconciler then requests. */
async function requestRefund(trx: Db, ctx: Context, deal: Deal): Promise<void> {
  const payment = (await findPayment(trx, deal.paymentId))!
  const change = { state: 'refund-pending' as const, refundReason: REFUND_REASON }
  if (!(await movePayment(trx, payment.id, ['paid', 'refund-failed'], change))) return
  const entry = { ...toPaymentEntry(payment), action: 'refund' as const, detail: REFUND_REASON }
  await insertAuditEntry(trx, { id: 'system', email: 'Timer' }, entry, ctx.now())
  await insertDealEvent(trx, deal.purchaseId, { side: 'system', text: `${REFUND_REASON}.` }, ctx.now())
}
