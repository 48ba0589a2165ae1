import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { lengthOfHold, listEndedHolds, type EndedHold } from '../records/attempt.repository.ts'
import { hasPaid } from '../records/payment.repository.ts'
import { waitToHold } from './wait-to-hold.ts'
import type { Wish } from './wish.ts'

/** How long a car that was held and not paid for is left to buyers who have paid before. */
const PAUSE_MS = 3_600_000
/** Two holds bring it about, be it that each was let go some time before its end. */
const HOLDS_BEFORE_PAUSE = 1.5

/**
 * Nobody keeps a car from others with accounts that cost nothing: what counts is how long it was held without being
 * paid for, whoever held it and whatever card they tried. Who has paid once may go on.
 * @throws ProblemError `holds-paused`
 */
export async function checkPause(db: Db, ctx: Context, { buyerId, carId }: Wish): Promise<void> {
  const now = ctx.now()
  const full = ctx.config.reservationSeconds * 1000
  const since = new Date(now.getTime() - 2 * PAUSE_MS - full)
  const holds = await listEndedHolds(db, { carId, since })
  const again = endOfPause(holds, HOLDS_BEFORE_PAUSE * full)
  if (!again || again <= now || (await hasPaid(db, buyerId))) return
  const why =
    'Buyers have held this car without paying, so for now only those who have paid here before can hold it.'
  throw waitToHold('holds-paused', why, again, now)
}

/** @param holds oldest first. @returns null where there was none. After a pause it is counted anew. */
function endOfPause(holds: readonly EndedHold[], max: number): Date | null {
  let held = 0
  let end: Date | null = null
  for (const hold of holds) {
    held += lengthOfHold(hold)
    if (held < max) continue
    held = 0
    end = new Date(hold.end.getTime() + PAUSE_MS)
  }
  return end
}
