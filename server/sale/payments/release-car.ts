import type { Context } from '../../context.ts'
import { findLiveAttempt, clearRemoval } from '../records/attempt.repository.ts'
import { findHeldDeposit } from '../records/deposit.repository.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { endReservation } from './end-reservation.ts'

/**
 * Ends the hold and the reservation, if any, on a car that is being removed from the market, and notifies its holder.
 * @throws ProblemError `payment-in-progress`, `stripe-refused`, `service-unavailable`: the hold remains.
 */
export async function releaseCar(ctx: Context, carId: string): Promise<void> {
  const attempt = await findLiveAttempt(ctx.db, 'car', carId)
  try {
    if (attempt) await cancelAttempt(ctx, attempt, 'car-removed')
  } catch (error) {
    // The car stays on the market, so a later end of the hold must not report that the car was removed.
    await clearRemoval(ctx.db, attempt!.id)
    throw error
  }
  const deposit = await findHeldDeposit(ctx.db, 'car', carId)
  const reason = 'The car is no longer for sale'
  if (deposit) await endReservation(ctx, deposit, { by: 'seller', actorId: null, reason })
}

/**
 * Ends the hold of a buyer whose account is deleted.
 * @throws ProblemError the same as `releaseCar`
 */
export async function releaseBuyer(ctx: Context, buyerId: string): Promise<void> {
  const attempt = await findLiveAttempt(ctx.db, 'buyer', buyerId)
  if (attempt) await cancelAttempt(ctx, attempt, 'released')
}
