import { ProblemError } from '../../../contract/api/problems.ts'
import { DAYS_BETWEEN_RESERVATIONS } from '../../../contract/reservation.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { findUnusedReservationEnd, listHeldDeposits } from '../records/deposit.repository.ts'
import { waitToHold } from './hold-rules.ts'

/** Number of cars that a buyer can reserve at the same time. */
const MAX_RESERVATIONS = 3
const DAY_MS = 86_400_000

/**
 * Prevents buyers from blocking cars at no cost, because deposits are refunded in full.
 * @throws ProblemError `quota-exceeded` if the buyer has reserved too many cars; `hold-expired` if the buyer has
 * reserved this car lately without buying it
 */
export async function checkMayReserve(db: Db, ctx: Context, buyerId: string, carId: string): Promise<void> {
  const end = await findUnusedReservationEnd(db, { buyerId, carId })
  const now = ctx.now()
  const retryAt = new Date((end?.getTime() ?? 0) + DAYS_BETWEEN_RESERVATIONS * DAY_MS)
  if (retryAt > now)
    throw waitToHold(
      'hold-expired',
      `You reserved this car less than ${DAYS_BETWEEN_RESERVATIONS} days ago and didn’t buy it. Others go first for now.`,
      retryAt,
      now,
    )
  if ((await listHeldDeposits(db, buyerId)).length >= MAX_RESERVATIONS)
    throw new ProblemError('quota-exceeded', {
      detail: `You can reserve up to ${MAX_RESERVATIONS} cars at the same time. End a reservation first.`,
    })
}
