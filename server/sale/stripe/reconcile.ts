import type { Context } from '../../context.ts'
import { cancelAttempt } from '../payments/cancel-attempt.ts'
import { settleIntent } from '../payments/settle.ts'
import { listIdleAttempts, type Attempt } from '../records/attempt.repository.ts'
import { listPendingRefunds } from '../records/payment.repository.ts'
import { listOpenParts } from '../records/refund-part.repository.ts'
import { listWaitingEvents } from '../records/webhook.repository.ts'
import { retryRefund } from '../refunds/refund.ts'
import { retryRefundPart } from './refund-part.ts'
import { handleStripeEvent } from './stripe-event.ts'

const IDLE_SECONDS = 20
const BATCH_SIZE = 200

/**
 * Completes unfinished work: stored but unhandled events, attempts without activity, expired holds, and
 * pending refunds, full or partial. A failed item is logged and retried in the next round; the others
 * continue.
 */
export async function reconcile(ctx: Context): Promise<void> {
  for (const event of await listWaitingEvents(ctx.db, BATCH_SIZE))
    await tryTask(ctx, `event ${event.type}`, () => handleStripeEvent(ctx, event))
  const now = ctx.now()
  const idleSince = new Date(now.getTime() - IDLE_SECONDS * 1000)
  for (const idleAttempt of await listIdleAttempts(ctx.db, idleSince, now, BATCH_SIZE))
    await tryTask(ctx, 'payment attempt', () => reconcileAttempt(ctx, idleAttempt, now))
  for (const payment of await listPendingRefunds(ctx.db, BATCH_SIZE))
    await tryTask(ctx, 'refund', () => retryRefund(ctx, payment))
  for (const refundPart of await listOpenParts(ctx.db, BATCH_SIZE))
    await tryTask(ctx, 'partial refund', () => retryRefundPart(ctx, refundPart))
}

async function reconcileAttempt(ctx: Context, idleAttempt: Attempt, now: Date): Promise<void> {
  if (idleAttempt.heldUntil <= now.toISOString()) await cancelAttempt(ctx, idleAttempt, 'expired')
  else if (idleAttempt.intentId === null) await cancelAttempt(ctx, idleAttempt, 'released')
  else await settleIntent(ctx, idleAttempt.intentId)
}

async function tryTask(ctx: Context, label: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!ctx.writes.recordFailure(error))
      ctx.log.warn({ err: error }, `reconciler: ${label} waits for the next round`)
  }
}
