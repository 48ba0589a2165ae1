import { ProblemError, tooManyRequests } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { mayTrade } from '../../actor.ts'
import {
  lengthOfHold,
  listEndedHolds,
  listHoldStarts,
  type EndedHold,
} from '../records/attempt.repository.ts'
import type { OfferedCar } from '../records/offered-car.repository.ts'
import { hasBought } from '../records/payment.repository.ts'

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

/** A pause lasts an hour, or where holds are long, as long as four of them. */
const MIN_PAUSE_MS = 3_600_000
const HOLDS_IN_PAUSE = 4
/** Two holds bring it about, be it that each was let go some time before its end. */
const HOLDS_BEFORE_PAUSE = 1.5

/**
 * Nobody keeps a car from others with accounts that cost nothing: what counts is how long those who have bought nothing
 * held it without paying, whoever they were and whatever card they tried. Who has bought something answers for their own
 * holds alone.
 * @throws ProblemError `holds-paused`; `hold-expired` for a buyer who has bought something
 */
async function checkPause(db: Db, ctx: Context, { buyerId, carId }: Wish): Promise<void> {
  const now = ctx.now()
  const full = ctx.config.reservationSeconds * 1000
  const pause = Math.max(MIN_PAUSE_MS, HOLDS_IN_PAUSE * full)
  const isKnown = await hasBought(db, buyerId)
  // A hold that ended within the last pause's length may have brought one about, with those as long before its own end.
  const since = new Date(now.getTime() - 2 * pause)
  const holds = await listEndedHolds(db, { buyerId: isKnown ? buyerId : null, carId, since })
  const again = endOfPause(holds, HOLDS_BEFORE_PAUSE * full, pause)
  if (!again || again <= now) return
  if (isKnown) throw usedUp(again, now)
  const why =
    'Buyers have held this car without paying, so for now only those who have bought a car here can hold it.'
  throw waitToHold('holds-paused', why, again, now)
}

/**
 * As it counts the holds of no more than a pause's length, those before a pause never lead to another.
 * @param holds oldest first
 * @returns null where there was none
 */
function endOfPause(holds: readonly EndedHold[], max: number, pause: number): Date | null {
  const last = holds.findLast(({ end }) => heldBetween(holds, end.getTime() - pause, end.getTime()) >= max)
  return last ? new Date(last.end.getTime() + pause) : null
}

/** How long the holds that ended then lasted in all, in milliseconds. */
function heldBetween(holds: readonly EndedHold[], after: number, until: number): number {
  return holds
    .filter(({ end }) => end.getTime() > after && end.getTime() <= until)
    .reduce((sum, hold) => sum + lengthOfHold(hold), 0)
}

/** The buyer who wants to hold a car, and which. */
interface Wish {
  buyerId: string
  carId: string
}

/** @param again when the buyer may hold the car again */
function waitToHold(
  code: 'hold-expired' | 'holds-paused',
  detail: `${string}.`,
  again: Date,
  now: Date,
): ProblemError {
  return new ProblemError(code, {
    detail,
    facts: { again: again.toISOString() },
    headers: { 'Retry-After': String(Math.ceil((again.getTime() - now.getTime()) / 1000)) },
  })
}

/** To a buyer whose own holds were long enough. */
function usedUp(again: Date, now: Date): ProblemError {
  const why = 'You’ve held this car for as long as anyone can. Others go first for now.'
  return waitToHold('hold-expired', why, again, now)
}
