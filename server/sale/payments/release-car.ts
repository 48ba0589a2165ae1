import type { Context } from '../../context.ts'
import { findLiveAttempt } from '../records/attempt.repository.ts'
import { cancelAttempt } from './cancel-attempt.ts'

/**
 * Ends the hold on a car that leaves the market, if there is one, whoever has it; the holder is told.
 * @throws ProblemError `payment-in-progress`, `service-unavailable`: the hold stays.
 */
export async function releaseCar(ctx: Context, carId: string): Promise<void> {
  const attempt = await findLiveAttempt(ctx.db, 'car', carId)
  if (attempt) await cancelAttempt(ctx, attempt, 'car-removed')
}

/**
 * Ends the hold that a buyer has, on whichever car.
 * @throws ProblemError as `releaseCar`
 */
export async function releaseBuyer(ctx: Context, buyerId: string): Promise<void> {
  const attempt = await findLiveAttempt(ctx.db, 'buyer', buyerId)
  if (attempt) await cancelAttempt(ctx, attempt, 'released')
}
