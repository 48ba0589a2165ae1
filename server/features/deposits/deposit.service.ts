import { ProblemError } from '../../../contract/api/problems.ts'
import type { DepositReturn } from '../../../contract/deposits.ts'
import { formatMoney } from '../../../contract/money.ts'
import { getOfferedDeposit } from '../../../contract/reservation.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import { getReachable, type RowEndpoint } from '../../http/row-access.ts'
import { addToList, getOthersCar } from '../../sale/holds/add-to-list.ts'
import { getSaleRole } from '../../sale/deals/sale-role.ts'
import { endReservation } from '../../sale/payments/end-reservation.ts'
import { sellAtDealership } from '../../sale/payments/sell-at-dealership.ts'
import { findLiveAttempt } from '../../sale/records/attempt.repository.ts'
import { findHeldDeposit, findLatestDeposit, type Deposit } from '../../sale/records/deposit.repository.ts'
import { isHeldByBank } from '../../sale/records/dispute.repository.ts'
import { findPayment } from '../../sale/records/payment.repository.ts'
import { startAttempt } from '../payments/start-payment.ts'

/** Puts the car on the buyer's list, holds it, and starts the payment of its deposit. */
export async function addDeposit({ ctx, actor, body }: Call<'addDeposit'>) {
  const claim = await ctx.db.transaction().execute(async (trx) => {
    const car = await getOthersCar(trx, actor, body.carID)
    const deposit = getOfferedDeposit({ deposit: car.deposit, allInMinor: car.priceMinor })
    if (deposit === null) throw new ProblemError('no-deposit')
    if (body.amount !== undefined && body.amount !== deposit)
      throw new ProblemError('deposit-changed', { detail: `The deposit is ${formatMoney(deposit)} now.` })
    if (car.state === 'reserved' && !(await isHeldFor(trx, car.id, actor.id)))
      throw new ProblemError('car-reserved')
    const { buyerContact = '', meetingPlace = car.location } = body
    const purchaseId = await addToList(trx, ctx, actor, car, { buyerContact, meetingPlace })
    return { purchaseId, buyerId: actor.id, shownPrice: car.priceText, isDeposit: true }
  })
  return startAttempt(ctx, claim)
}

/** Reports whether a car is reserved for a buyer, by a deposit or by the payment of one. */
async function isHeldFor(db: Db, carId: string, buyerId: string): Promise<boolean> {
  const holder = (await findHeldDeposit(db, 'car', carId)) ?? (await findLiveAttempt(db, 'car', carId))
  return holder?.buyerId === buyerId
}

const endReasons = {
  buyer: 'The buyer ended the reservation',
  seller: 'The seller ended the reservation',
  admin: 'Our team ended the reservation',
}

export async function endRequestedReservation({ ctx, actor, params }: Call<'endReservation'>) {
  const deposit = await getDepositFor(ctx, 'endReservation', actor, params.purchaseID)
  if (deposit.state === 'refunded') return toEnd(ctx, deposit, 0)
  if (deposit.state !== 'held') throw new ProblemError('reservation-over')
  const by = getSaleRole(deposit, actor)
  const isEnded = await endReservation(ctx, deposit, {
    by,
    actorId: actor.id,
    ...(by === 'admin' && { adminEmail: actor.email }),
    reason: endReasons[by],
  })
  const current = await getDepositFor(ctx, 'endReservation', actor, params.purchaseID)
  if (!isEnded && current.state !== 'refunded') throw new ProblemError('reservation-over')
  return toEnd(ctx, current, isEnded ? 1 : 0)
}

async function toEnd({ db }: Context, { paymentId }: Deposit, modifiedCount: number) {
  return { acknowledged: true as const, modifiedCount, state: await findDepositReturn(db, paymentId) }
}

async function findDepositReturn(db: Db, paymentId: string): Promise<DepositReturn> {
  const { state } = (await findPayment(db, paymentId))!
  if (state !== 'refunded' && (await isHeldByBank(db, paymentId))) return 'held-by-bank'
  // A refund is abandoned only if the bank has returned it.
  return state === 'paid' ? 'returned-by-bank' : state
}

/** Completes the sale of a reserved car whose buyer has paid the rest at the dealership. */
export async function recordDealershipPayment({ ctx, actor, params }: Call<'recordDealershipPayment'>) {
  const deposit = await getDepositFor(ctx, 'recordDealershipPayment', actor, params.purchaseID)
  const by = getSaleRole(deposit, actor)
  if (by === 'buyer') throw new ProblemError('not-found')
  if (deposit.state === 'paid-at-dealership') return toResponse(deposit, 0)
  if (deposit.state !== 'held') throw new ProblemError('reservation-over')
  const isSold = await sellAtDealership(ctx, deposit, { by, actor })
  const current = await getDepositFor(ctx, 'recordDealershipPayment', actor, params.purchaseID)
  if (current.state !== 'paid-at-dealership') throw new ProblemError('reservation-over')
  return toResponse(current, isSold ? 1 : 0)
}

/** Finds the latest deposit of a purchase for its buyer, the seller, or an admin. */
async function getDepositFor(
  ctx: Context,
  endpoint: RowEndpoint,
  actor: Actor,
  purchaseId: string,
): Promise<Deposit> {
  const deposit = await findLatestDeposit(ctx.db, purchaseId)
  return getReachable(endpoint, actor, deposit, ({ buyerId, sellerId }) =>
    actor.id === sellerId ? sellerId : buyerId,
  )
}

function toResponse({ state }: Deposit, modifiedCount: number) {
  return { acknowledged: true as const, modifiedCount, state }
}
