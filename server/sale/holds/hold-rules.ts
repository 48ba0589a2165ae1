import { ProblemError, createRateLimitProblem } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { canTrade } from '../../actor.ts'
import {
  holdDurationMs,
  listEndedHolds,
  listHoldStarts,
  type EndedHold,
} from '../records/attempt.repository.ts'
import { findPayoutAccount } from '../records/payout-account.repository.ts'
import type { OfferedCar } from '../records/offered-car.repository.ts'
import { hasBought } from '../records/payment.repository.ts'

/** Time in milliseconds that buyers have to wait for a car once they have used up their hold on it. */
const COOL_DOWN_MS = 900_000

/**
 * Checks whether a buyer may hold a car.
 * @param hasDeposit true if the car is reserved for the buyer, so that a hold takes it from no one
 * @throws ProblemError if the seller may not sell, or if a hold would be unfair to other buyers; in the
 * latter case, it includes the time when a hold is possible again
 */
export async function checkMayHold(
  db: Db,
  ctx: Context,
  buyerId: string,
  car: OfferedCar,
  hasDeposit: boolean,
): Promise<void> {
  const request: HoldRequest = { buyerId, carId: car.id }
  checkSeller(ctx, car)
  await checkPayable(db, ctx, car)
  if (!hasDeposit) {
    // The longer wait is checked first. Otherwise, the buyer would learn only about the shorter one.
    await checkPause(db, ctx, request)
    await checkCoolDown(db, ctx, request)
  }
  await checkShare(db, ctx, request)
}

/**
 * Checks the car's seller. A car stays listed if its seller switches to an unconfirmed email address, but it
 * can't be sold until the address is verified.
 */
function checkSeller({ config }: Context, { isSellerEmailVerified, isSellerDeleted }: OfferedCar): void {
  // The cars of a deleted account are removed from the market in batches, so some may still be listed.
  if (isSellerDeleted) throw new ProblemError('car-sold')
  if (!canTrade(config, { isEmailVerified: isSellerEmailVerified })) throw new ProblemError('seller-unproven')
}

/** Checks that the seller can receive the money, if the operator requires it. */
async function checkPayable(db: Db, { config }: Context, { sellerId }: OfferedCar): Promise<void> {
  if (!config.payoutsRequired) return
  const account = await findPayoutAccount(db, sellerId)
  if (account?.state !== 'active') throw new ProblemError('seller-not-payable')
}

/**
 * Limits a buyer's total hold time on one car. Releasing a hold just before it expires therefore does not renew
 * it.
 */
async function checkCoolDown(db: Db, ctx: Context, { buyerId, carId }: HoldRequest): Promise<void> {
  const now = ctx.now()
  const maxHoldMs = ctx.config.reservationSeconds * 1000
  const since = new Date(now.getTime() - maxHoldMs - COOL_DOWN_MS)
  const holds = await listEndedHolds(db, { buyerId, carId, since })
  const lastHold = holds.at(-1)
  if (!lastHold) return
  const heldMs = holds.reduce((sum, hold) => sum + holdDurationMs(hold), 0)
  const retryAt = new Date(lastHold.end.getTime() + COOL_DOWN_MS)
  if ((heldMs < maxHoldMs && !lastHold.isEndedByAdmin) || retryAt <= now) return
  if (!lastHold.isEndedByAdmin) throw holdUsedUp(retryAt, now)
  throw waitToHold(
    'hold-expired',
    'An admin ended your hold on this car. Others go first for now.',
    retryAt,
    now,
  )
}

/**
 * Checks limit P, which counts only attempts that held a car. If Stripe could not be reached, the attempt
 * held nothing.
 */
async function checkShare(db: Db, ctx: Context, { buyerId }: HoldRequest): Promise<void> {
  if (!ctx.config.rateLimits) return
  const { user: max, seconds } = ctx.config.limits.P
  const now = ctx.now().getTime()
  const starts = await listHoldStarts(db, buyerId, new Date(now - seconds * 1000))
  const oldest = starts.at(-max!)
  if (oldest) throw createRateLimitProblem(oldest.getTime() + seconds * 1000 - now)
}

/** Minimum length of a pause in milliseconds. If holds are long, a pause lasts as long as four holds. */
const MIN_PAUSE_MS = 3_600_000
const HOLDS_IN_PAUSE = 4
/**
 * Number of full-length holds whose total time triggers a pause. Two holds are enough, even if each was
 * released some time before it expired.
 */
const HOLDS_BEFORE_PAUSE = 1.5

/**
 * Prevents users with free accounts from blocking a car for other buyers. It adds up the time for which
 * buyers without a purchase have held the car without paying, regardless of their account or card. Buyers with
 * a purchase are responsible only for their own holds.
 * @throws ProblemError `holds-paused`; `hold-expired` for a buyer who has bought something
 */
async function checkPause(db: Db, ctx: Context, { buyerId, carId }: HoldRequest): Promise<void> {
  const now = ctx.now()
  const maxHoldMs = ctx.config.reservationSeconds * 1000
  const pauseMs = Math.max(MIN_PAUSE_MS, HOLDS_IN_PAUSE * maxHoldMs)
  const isCustomer = await hasBought(db, buyerId)
  // A hold that ended less than one pause's length ago may have triggered a pause. Holds up to one pause's
  // length before its end contribute to that.
  const since = new Date(now.getTime() - 2 * pauseMs)
  const holds = await listEndedHolds(db, { buyerId: isCustomer ? buyerId : null, carId, since })
  const retryAt = findPauseEnd(holds, HOLDS_BEFORE_PAUSE * maxHoldMs, pauseMs)
  if (!retryAt || retryAt <= now) return
  if (isCustomer) throw holdUsedUp(retryAt, now)
  const message =
    'Buyers have held this car without paying, so for now only those who have bought a car here can hold it.'
  throw waitToHold('holds-paused', message, retryAt, now)
}

/**
 * Returns the end of the last pause. Only holds within one pause's length count. Holds from before a pause
 * therefore never trigger another one.
 * @param holds oldest first
 * @returns null if no pause occurred
 */
function findPauseEnd(holds: readonly EndedHold[], max: number, pauseMs: number): Date | null {
  const lastHold = holds.findLast(
    ({ end }) => sumHeldTime(holds, end.getTime() - pauseMs, end.getTime()) >= max,
  )
  return lastHold ? new Date(lastHold.end.getTime() + pauseMs) : null
}

/** Returns the total length of the holds that ended in the given period, in milliseconds. */
function sumHeldTime(holds: readonly EndedHold[], after: number, until: number): number {
  return holds
    .filter(({ end }) => end.getTime() > after && end.getTime() <= until)
    .reduce((sum, hold) => sum + holdDurationMs(hold), 0)
}

interface HoldRequest {
  buyerId: string
  carId: string
}

/**
 * Builds the problem for a buyer who must wait before they may hold a car.
 * @param retryAt the time when the buyer may hold the car again
 */
export function waitToHold(
  code: 'hold-expired' | 'holds-paused',
  detail: `${string}.`,
  retryAt: Date,
  now: Date,
): ProblemError {
  return new ProblemError(code, {
    detail,
    facts: { again: retryAt.toISOString() },
    headers: { 'Retry-After': String(Math.ceil((retryAt.getTime() - now.getTime()) / 1000)) },
  })
}

function holdUsedUp(retryAt: Date, now: Date): ProblemError {
  const message = 'You’ve held this car for as long as anyone can. Others go first for now.'
  return waitToHold('hold-expired', message, retryAt, now)
}
