import type { Context } from '../../context.ts'
import { findMissedDisputes } from '../disputes/follow-dispute.ts'
import { endReservation } from '../payments/end-reservation.ts'
import { refreshPayoutAccounts } from '../payouts/refresh-accounts.ts'
import { releaseDuePayouts } from '../payouts/release-payout.ts'
import { returnDueShares } from '../payouts/return-share.ts'
import { findLiveAttempt } from '../records/attempt.repository.ts'
import { listExpiredDeposits } from '../records/deposit.repository.ts'
import { insertDealEvent, listDealsToAssume, listDealsToClose, moveDeal } from '../records/deal.repository.ts'
import { sendDealReminders } from '../deals/reminders.ts'

const DAY_MS = 86_400_000
const BATCH_ROWS = 200
/** Number of days between the payout and the closing of the deal. */
const CLOSE_DAYS = 3

/**
 * Ends expired reservations, moves the deals whose time has come, and transfers the payouts and reversals that are due. It runs in one
 * process at a time and continues unfinished work after a crash.
 */
export async function runDeals(ctx: Context): Promise<void> {
  await endExpiredReservations(ctx)
  await assumeHandovers(ctx)
  await releaseDuePayouts(ctx)
  await returnDueShares(ctx)
  await closeDeals(ctx)
  await sendDealReminders(ctx)
}

/** Finds changes in Stripe that no event reported. */
export async function findMissedDealEvents(ctx: Context): Promise<void> {
  await refreshPayoutAccounts(ctx)
  await findMissedDisputes(ctx)
}

/** Ends expired reservations. If the rest is being paid, the reservation ends after the payment attempt. */
async function endExpiredReservations(ctx: Context): Promise<void> {
  const end = { by: 'system' as const, actorId: null, reason: 'The reservation’s time was over' }
  for (const deposit of await listExpiredDeposits(ctx.db, ctx.now(), BATCH_ROWS)) {
    if (await findLiveAttempt(ctx.db, 'purchase', deposit.purchaseId)) continue
    try {
      await endReservation(ctx, deposit, end)
    } catch (error) {
      if (!ctx.writes.recordFailure(error)) ctx.log.warn({ err: error }, 'a reservation ends later')
    }
  }
}

async function assumeHandovers(ctx: Context): Promise<void> {
  for (const { purchaseId } of await listDealsToAssume(ctx.db, ctx.now(), BATCH_ROWS))
    await ctx.db.transaction().execute(async (trx) => {
      const change = { confirmedAt: ctx.now().toISOString(), confirmedBy: 'timer' as const, releaseAt: null }
      if (!(await moveDeal(trx, purchaseId, 'assumeHandover', change))) return
      const text = 'No one reported a problem after the agreed handover, so the money is released.'
      await insertDealEvent(trx, purchaseId, { side: 'system', text }, ctx.now())
    })
}

async function closeDeals(ctx: Context): Promise<void> {
  const releasedBefore = new Date(ctx.now().getTime() - CLOSE_DAYS * DAY_MS)
  for (const { purchaseId } of await listDealsToClose(ctx.db, releasedBefore, BATCH_ROWS))
    await moveDeal(ctx.db, purchaseId, 'close')
}
