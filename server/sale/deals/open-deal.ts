import { sellerFields } from '../../../contract/cars/seller-fields.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Db } from '../../db/tables.ts'
import type { Charge } from '../../gateways/payments/payments.ts'
import { findFeeRate } from '../records/fee-rate.repository.ts'
import type { Payment } from '../records/payment.repository.ts'
import type { Purchase } from '../records/purchase.repository.ts'
import { hasOpenDispute } from '../records/dispute.repository.ts'
import { insertDeal, insertDealEvent, moveDeal, type SoldListing } from '../records/deal.repository.ts'
import { getFirstReminder } from './reminders.ts'

interface NewDeal {
  payment: Payment
  purchase: Purchase
  charge: Charge | null
  /** The user who recorded that the buyer paid the rest at the dealership. */
  recordedBy?: { side: 'seller' | 'admin'; actorId: string }
}

/** Opens the deal of a payment that has become a sale, and stores a copy of the listing. */
export async function openDeal(
  trx: Db,
  now: Date,
  { payment, purchase, charge, recordedBy }: NewDeal,
): Promise<void> {
  await insertDeal(trx, {
    purchaseId: payment.purchaseId,
    paymentId: payment.id,
    carId: payment.carId,
    buyerId: payment.buyerId,
    sellerId: payment.sellerId,
    chargeId: charge?.id ?? null,
    place: purchase.meetingPlace,
    feeRate: await findFeeRate(trx, payment.sellerId),
    listing: await readListing(trx, payment.carId),
    remindAt: getFirstReminder(now),
    createdAt: now.toISOString(),
  })
  const event = recordedBy
    ? { ...recordedBy, text: describeRecord(recordedBy.side, payment) }
    : { side: 'buyer' as const, actorId: payment.buyerId, text: 'The buyer paid.' }
  await insertDealEvent(trx, payment.purchaseId, event, now)
  // The deposit may be in a dispute that the bank has not decided yet.
  if (await hasOpenDispute(trx, payment.purchaseId)) await moveDeal(trx, payment.purchaseId, 'dispute')
}

function describeRecord(side: 'seller' | 'admin', { otherAmount }: Payment): string {
  const recorder = side === 'seller' ? 'The seller' : 'Our team'
  return `${recorder} recorded that the buyer paid ${formatMoney(otherAmount)} at the dealership.`
}

/** The columns of the facts that everyone can see. */
const publicColumns = Object.entries(sellerFields).flatMap(([name, field]) => {
  const { column = name, label, audience }: { column?: string; label: string; audience: string } = field
  return audience === 'everyone' || name === 'vin' ? [{ column, label }] : []
})

/** Reads a car's listing in the format that deals store. */
export async function readListing(db: Db, carId: string): Promise<SoldListing> {
  const row: Record<string, unknown> = await db
    .selectFrom('cars')
    .selectAll()
    .where('id', '=', carId)
    .executeTakeFirstOrThrow()
  const pictures = await db
    .selectFrom('car_pictures')
    .select('url')
    .where('car_id', '=', carId)
    .orderBy('position')
    .execute()
  return {
    fields: Object.fromEntries(
      publicColumns.map(({ column, label }) => [label, row[column] as string | number | null]),
    ),
    images: pictures.map(({ url }) => url),
  }
}
