import type { Context } from '../../context.ts'
import { findLiveAttempt, clearRemoval } from '../records/attempt.repository.ts'
import { cancelAttempt } from './cancel-attempt.ts'

/**
 * Ends the hold on a car that leaves the market, if there is one, whoever has it; the holder is told.
 * @throws ProblemError `payment-in-progress`, `service-unavailable`: the hold stays.
 */
export async function releaseCar(ctx: Context, carId: string): Promise<void> {
  const attempt = await findLiveAttempt(ctx.db, 'car', carId)
  if (!attempt) return
  try {
    await cancelAttempt(ctx, attempt, 'car-removed')
  } catch (error) {
    // The car stays, too: whoever ends the hold later isn't to say that it's gone.
    await clearRemoval(ctx.db, attempt.id)
    throw error
  }
}

/**
 * Ends the hold that a buyer has, on whichever car.
 * @throws ProblemError as `releaseCar`
 */
export async function releaseBuyer(ctx: Context, buyerId: string): Promise<void> {
  const attempt = await findLiveAttempt(ctx.db, 'buyer', buyerId)
  if (attempt) await cancelAttempt(ctx, attempt, 'released')
}
