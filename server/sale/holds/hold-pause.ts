import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { lengthOfHold, listEndedHolds, type EndedHold } from '../records/attempt.repository.ts'
import { hasBought } from '../records/payment.repository.ts'
import { usedUp, waitToHold } from './wait-to-hold.ts'

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
export async function checkPause(db: Db, ctx: Context, { buyerId, carId }: Wish): Promise<void> {
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
export interface Wish {
  buyerId: string
  carId: string
}
