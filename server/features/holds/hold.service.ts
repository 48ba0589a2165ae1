import { ProblemError } from '../../../contract/api/problems.ts'
import type { Call } from '../../http/handler.ts'
import { cancelAttempt } from '../../sale/payments/cancel-attempt.ts'
import { findAttempt } from '../../sale/records/attempt.repository.ts'

/**
 * Ends a buyer's hold on behalf of an admin. The buyer is notified, and must wait before holding the car
 * again, as after an expired hold.
 */
export async function endHold({ ctx, actor, params }: Call<'endHold'>) {
  const attempt = await findAttempt(ctx.db, params.id)
  if (!attempt) throw new ProblemError('not-found')
  if (attempt.state === 'succeeded') throw new ProblemError('already-paid')
  const isEnded =
    attempt.state !== 'cancelled' && (await cancelAttempt(ctx, attempt, 'ended-by-admin', actor.id))
  return { acknowledged: true as const, deletedCount: isEnded ? 1 : 0 }
}
