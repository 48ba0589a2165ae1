import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { releaseHold, type HoldEnd } from '../holds/end-attempt.ts'
import { findAttempt, recordCancel, type Attempt, type CancelReason } from '../records/attempt.repository.ts'
import { settleIntent } from './settle.ts'

/**
 * Cancels at Stripe first and lets the car go only then, so that no payment can arrive for a car that is free. Why is
 * noted before: Stripe's own event, or the reconciler after a crash, may be the first to let it go.
 * @param adminId whose action it is, where it is an admin's
 * @returns whether this call let it go; false where it was over already
 * @throws ProblemError `payment-in-progress` where the money is already on its way (a success is settled),
 * `service-unavailable` where Stripe does not answer: the hold stays.
 */
export async function cancelAttempt(
  ctx: Context,
  attempt: Attempt,
  reason: CancelReason,
  adminId: string | null = null,
): Promise<boolean> {
  const end: HoldEnd = { reason, adminId }
  // While it is opening nobody has the client secret yet, so there is nothing to pay with.
  if (attempt.intentId === null) {
    if (await releaseHold(ctx, attempt, end, ['opening'])) return true
    const current = await findAttempt(ctx.db, attempt.id)
    return current?.intentId ? cancelAttempt(ctx, current, reason, adminId) : false
  }
  await note(ctx, attempt.id, end)
  const { id, status } = await ctx.payments.cancelIntent(attempt.intentId)
  if (status === 'canceled') return releaseHold(ctx, attempt, end)
  if (status === 'succeeded') await settleIntent(ctx, id)
  throw new ProblemError('payment-in-progress')
}

/** What an admin has noted stays where Stripe did it, though it was not heard of: whoever comes next only finds it done. */
async function note(ctx: Context, id: string, end: HoldEnd): Promise<void> {
  const noted = await findAttempt(ctx.db, id)
  const formerAdminId = noted?.cancelledBy ?? null
  if (noted?.intentId && formerAdminId) {
    const { status } = await ctx.payments.getIntent(noted.intentId)
    if (status === 'canceled') return
  }
  await recordCancel(ctx.db, id, end, formerAdminId)
}
