import { ProblemError } from '../../contract/problems.ts'
import type { Context } from '../context.ts'
import type { Attempt } from '../features/payments/attempt.repository.ts'
import { findAttempt } from '../features/payments/attempt.repository.ts'
import { releaseHold, type CancelReason } from './end-attempt.ts'
import { settleIntent } from './settle.ts'

/**
 * Cancels at Stripe first and lets the car go only then, so that no payment can arrive for a car that is free.
 * @returns whether this call let it go; false where it was over already
 * @throws ProblemError `payment-in-progress` where the money is already on its way (a success is settled),
 * `service-unavailable` where Stripe does not answer: the hold stays.
 */
export async function cancelAttempt(ctx: Context, attempt: Attempt, reason: CancelReason): Promise<boolean> {
  // While it is opening nobody has the client secret yet, so there is nothing to pay with.
  if (attempt.intent_id === null) {
    if (await releaseHold(ctx, attempt, reason, ['opening'])) return true
    const current = await findAttempt(ctx.db, attempt.id)
    return current?.intent_id ? cancelAttempt(ctx, current, reason) : false
  }
  const intent = await ctx.payments.cancelIntent(attempt.intent_id)
  if (intent.status === 'canceled') return releaseHold(ctx, attempt, reason)
  if (intent.status === 'succeeded') await settleIntent(ctx, intent.id)
  throw new ProblemError('payment-in-progress')
}
