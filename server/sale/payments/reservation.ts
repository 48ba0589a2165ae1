import { DEFAULT_DEPOSIT_DAYS } from '../../../contract/deposits.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pages } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { notify } from '../../core/messages/notify.ts'
import type { Db } from '../../db/tables.ts'
import { readListing } from '../deals/open-deal.ts'
import { utcTimes } from '../deals/utc-times.ts'
import { insertDeposit } from '../records/deposit.repository.ts'
import { findOfferedCar } from '../records/offered-car.repository.ts'
import type { Payment } from '../records/payment.repository.ts'
import { findListedPurchase } from '../records/purchase-lists.repository.ts'

const DAY_MS = 86_400_000

/** The terms in the confirmation that the buyer receives. */
export const RESERVATION_TERMS =
  'The deposit counts toward the price. If you don’t buy the car by then, or end the reservation, we refund the deposit in full.'

/** Reserves the car for the buyer whose deposit has been paid. The payment attempt has reserved it so far. */
export async function startReservation(trx: Db, ctx: Context, payment: Payment): Promise<void> {
  const { id, purchaseId, carId, carName, buyerId, sellerId, amount } = payment
  const days = (await findOfferedCar(trx, carId))?.depositDays ?? DEFAULT_DEPOSIT_DAYS
  const reservedUntil = new Date(ctx.now().getTime() + days * DAY_MS).toISOString()
  await insertDeposit(
    trx,
    {
      paymentId: id,
      purchaseId,
      carId,
      buyerId,
      sellerId,
      amount,
      reservedUntil,
      listing: await readListing(trx, carId),
    },
    ctx.now(),
  )
  const purchase = (await findListedPurchase(trx, purchaseId))!
  const deposit = formatMoney(amount)
  const until = utcTimes.dayAndTime(reservedUntil)
  await notify(trx, ctx, {
    userId: buyerId,
    kind: 'deal',
    paymentId: id,
    subject: `Reserved: ${carName}, until ${until}`,
    body: `You paid a deposit of ${deposit}, and the ${carName} is reserved for you until ${until}. ${RESERVATION_TERMS}`,
    link: pages.purchases.path,
    carId,
    facts: [
      ['Deposit', deposit],
      ['Seller', purchase.sellerName],
      ['Phone', purchase.sellerContact],
      ['Transaction ID', payment.intentId],
    ],
    nextStep: 'Look at the car. Then pay the rest on your purchase list, or pay at the dealership.',
  })
  await notify(trx, ctx, {
    userId: sellerId,
    kind: 'deal',
    subject: `Reserved: ${carName}, until ${until}`,
    body: `${purchase.buyerName} paid a deposit of ${deposit} for your ${carName}, which is reserved until ${until}. We hold the deposit.`,
    link: pages.sales.path,
    carId,
    facts: [
      ['Deposit', deposit],
      ['Buyer', purchase.buyerName],
      ...(purchase.buyerContact ? [['Phone', purchase.buyerContact] as const] : []),
    ],
    nextStep:
      'Agree on a time to show the car. If the buyer pays you the rest, record it on your sales page.',
  })
}
