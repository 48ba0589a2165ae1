import type { Context } from '../../context.ts'
import { findLiveAttempt, clearRemoval } from '../records/attempt.repository.ts'
import { cancelAttempt } from './cancel-attempt.ts'

/**
 * Ends the hold, if any, on a car that is being removed from the market, and notifies its holder.
 * @throws ProblemError `payment-in-progress`, `service-unavailable`: the hold remains.
 */
export async function releaseCar(ctx: Context, carId: string): Promise<void> {
  const attempt = await findLiveAttempt(ctx.db, 'car', carId)
  if (!attempt) return
  try {
    await cancelAttempt(ctx, attempt, 'car-removed')
  } catch (error) {
    // The car stays on the market, so a later end of the hold must not report that the car was removed.
    await clearRemoval(ctx.db, attempt.id)
    throw error
  }
}

/**
 * Ends the buyer's hold, regardless of the car.
 * @throws ProblemError the same as `releaseCar`
 */
export async function releaseBuyer(ctx: Context, buyerId: string): Promise<void> {
  const attempt = await findLiveAttempt(ctx.db, 'buyer', buyerId)
  if (attempt) await cancelAttempt(ctx, attempt, 'released')
}
