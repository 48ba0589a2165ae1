import { ProblemError, tooManyRequests } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { mayTrade } from '../../actor.ts'
import { lengthOfHold, listEndedHolds, listHoldStarts } from '../records/attempt.repository.ts'
import type { OfferedCar } from '../records/offered-car.repository.ts'
import { checkPause, type Wish } from './hold-pause.ts'
import { usedUp, waitToHold } from './wait-to-hold.ts'

/** Once a buyer's hold on a car is used up, they wait this long for that car. */
const COOL_DOWN_MS = 900_000

/** @throws ProblemError where the seller may not sell, or a hold would be unfair to others: then with when it will not be */
export async function checkMayHold(db: Db, ctx: Context, buyerId: string, car: OfferedCar): Promise<void> {
  const wish: Wish = { buyerId, carId: car.id }
  checkSeller(ctx, car)
  // The longer wait first, so that nobody is told of the shorter one alone.
  await checkPause(db, ctx, wish)
  await checkCoolDown(db, ctx, wish)
  await checkShare(db, ctx, wish)
}

/** A car stays listed when its seller changes to an address that is not proven; it is not sold meanwhile. */
function checkSeller({ config }: Context, { isSellerEmailVerified, isSellerGone }: OfferedCar): void {
  // The cars of a deleted account leave the market in batches.
  if (isSellerGone) throw new ProblemError('car-sold')
  if (!mayTrade(config, { isEmailVerified: isSellerEmailVerified })) throw new ProblemError('seller-unproven')
}

/** What counts is the time held, so that letting go just before the end does not renew a hold forever. */
async function checkCoolDown(db: Db, ctx: Context, { buyerId, carId }: Wish): Promise<void> {
  const now = ctx.now()
  const full = ctx.config.reservationSeconds * 1000
  const since = new Date(now.getTime() - full - COOL_DOWN_MS)
  const holds = await listEndedHolds(db, { buyerId, carId, since })
  const last = holds.at(-1)
  if (!last) return
  const held = holds.reduce((sum, hold) => sum + lengthOfHold(hold), 0)
  const again = new Date(last.end.getTime() + COOL_DOWN_MS)
  if ((held < full && !last.isEndedByAdmin) || again <= now) return
  if (!last.isEndedByAdmin) throw usedUp(again, now)
  throw waitToHold(
    'hold-expired',
    'An admin ended your hold on this car. Others go first for now.',
    again,
    now,
  )
}

/** The limit P: attempts that held a car. One for which Stripe could not be reached held nothing. */
async function checkShare(db: Db, ctx: Context, { buyerId }: Wish): Promise<void> {
  if (!ctx.config.rateLimits) return
  const { user: max, seconds } = ctx.config.limits.P
  const now = ctx.now().getTime()
  const starts = await listHoldStarts(db, buyerId, new Date(now - seconds * 1000))
  const oldest = starts.at(-max!)
  if (oldest) throw tooManyRequests(oldest.getTime() + seconds * 1000 - now)
}
