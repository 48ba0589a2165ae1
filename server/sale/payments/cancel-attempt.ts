import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { releaseHold, type HoldEnd } from '../holds/end-attempt.ts'
import { findAttempt, recordCancel, type Attempt, type CancelReason } from '../records/attempt.repository.ts'
import { settleIntent } from './settle.ts'

/**
 * Cancels the intent in Stripe and only then releases the car. No payment can therefore arrive for a released
 * car. The reason is recorded first, because Stripe's own event, or the reconciler after a crash, may release
 * the car before this call does.
 * @param adminId the admin who cancels, or null if no admin does
 * @returns true if this call released the car; false if the attempt was already over
 * @throws ProblemError `payment-in-progress` if the money is already on its way (a success is settled),
 * `stripe-refused` if Stripe refuses the request, `service-unavailable` if it does not respond. The hold remains in
 * all cases.
 */
export async function cancelAttempt(
  ctx: Context,
  attempt: Attempt,
  reason: CancelReason,
  adminId: string | null = null,
): Promise<boolean> {
  const end: HoldEnd = { reason, adminId }
  // No client has the client secret while the attempt is opening, so no one can pay yet.
  if (attempt.intentId === null) {
    if (await releaseHold(ctx, attempt, end, ['opening'])) return true
    const current = await findAttempt(ctx.db, attempt.id)
    return current?.intentId ? cancelAttempt(ctx, current, reason, adminId) : false
  }
  await recordEnd(ctx, attempt.id, end)
  const { id, status } = await ctx.payments.cancelIntent(attempt.intentId)
  if (status === 'canceled') return releaseHold(ctx, attempt, end)
  if (status === 'succeeded') await settleIntent(ctx, id)
  throw new ProblemError('payment-in-progress')
}

/**
 * Records why the attempt ends. If Stripe has already canceled the intent, an admin's recorded reason stays,
 * because later callers did not cause the cancellation.
 */
async function recordEnd(ctx: Context, id: string, end: HoldEnd): Promise<void> {
  const storedAttempt = await findAttempt(ctx.db, id)
  const formerAdminId = storedAttempt?.canceledBy ?? null
  if (storedAttempt?.intentId && formerAdminId) {
    const { status } = await ctx.payments.getIntent(storedAttempt.intentId)
    if (status === 'canceled') return
  }
  await recordCancel(ctx.db, id, end, formerAdminId)
}
