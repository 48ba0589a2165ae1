import { buildCarName } from '../../contract/cars/car-name.ts'
import { CURRENCY, isPayable, parsePrice } from '../../contract/money.ts'
import type { Row } from '../db/tables.ts'
import { saleNotices } from '../sale/payments/sale-notices.ts'
import { toPayment } from '../sale/records/payment.repository.ts'
import { toPurchase } from '../sale/records/purchase.repository.ts'
import { subtractDays, addMinutes } from './time-offsets.ts'
import { demoPeople } from './demo-people.ts'
import { demoCars } from './catalog.ts'
import type { DemoPurchase } from './demo-activity.ts'
import { toMessageRow } from './message-row.ts'
import { findDemoPerson, userId } from './people-rows.ts'
import { createSeededId } from './random.ts'

const DECIDED_AFTER_MINUTES = 40
const PAID_AFTER_MINUTES = 43

export interface Order {
  purchaseId: string
  amount: number
  currency: string
  description: string
  metadata: { attemptID: string; purchasedItemID: string; carID: string }
}

export interface Charge {
  intentId: string
  chargeId: string
  /** Stripe's fee in cents. */
  fee: number
}

/**
 * Returns the ID of a demo car.
 * @param index an index into `demoCars`
 */
export function carId(index: number): string {
  const { modelName, year } = demoCars[index]!
  return createSeededId('car', modelName, year)
}

/**
 * Returns the ID of a demo purchase.
 * @param car an index into `demoCars`
 */
export function purchaseId(buyerEmail: string, car: number): string {
  return createSeededId('purchase', buyerEmail, carId(car))
}

export function toPurchaseRow(demo: DemoPurchase, now: Date): Row<'purchases'> {
  const car = demoCars[demo.car]!
  return {
    id: purchaseId(demo.buyerEmail, demo.car),
    buyer_id: userId(demo.buyerEmail),
    seller_id: userId(car.sellerEmail),
    car_id: carId(demo.car),
    buyer_name: findDemoPerson(demo.buyerEmail).fullName,
    buyer_contact: demo.buyerContact,
    meeting_place: demo.meetingPlace,
    car_model_name: car.modelName,
    car_name: buildCarName(car),
    price_text: car.resellPrice,
    price_minor: parsePrice(car.resellPrice),
    fees: '[]',
    created_ms: subtractDays(now, demo.daysAgo).getTime(),
    state: demo.state,
    hidden_at: null,
    told_price_minor: null,
    told_price_at: null,
  }
}

export function toOrder(purchase: Row<'purchases'>): Order {
  if (!isPayable(purchase.price_minor))
    throw new Error(`The demo data pays ${purchase.price_text} for ${purchase.car_model_name}`)
  return {
    purchaseId: purchase.id,
    amount: purchase.price_minor,
    currency: CURRENCY,
    description: purchase.car_name,
    metadata: { attemptID: attemptId(purchase), purchasedItemID: purchase.id, carID: purchase.car_id },
  }
}

/** Builds the rows that `server/sale/payments/settle.ts` writes for a sale. */
export function toSaleRows(
  purchase: Row<'purchases'>,
  { intentId }: Charge,
  reservationSeconds: number,
): { attempt: Row<'attempts'>; payment: Row<'payments'>; messages: Row<'messages'>[] } {
  const listedAt = new Date(purchase.created_ms)
  const startedAt = addMinutes(listedAt, DECIDED_AFTER_MINUTES)
  const paidAt = addMinutes(listedAt, PAID_AFTER_MINUTES)
  const { amount, currency } = toOrder(purchase)
  const sharedColumns = {
    purchase_id: purchase.id,
    car_id: purchase.car_id,
    buyer_id: purchase.buyer_id,
    intent_id: intentId,
    amount,
    currency,
  }
  const attempt: Row<'attempts'> = {
    ...sharedColumns,
    id: attemptId(purchase),
    is_deposit: 0,
    client_secret: null,
    state: 'succeeded',
    cancel_reason: null,
    cancelled_by: null,
    held_until: addMinutes(startedAt, reservationSeconds / 60).toISOString(),
    created_at: startedAt.toISOString(),
    active_at: paidAt.toISOString(),
  }
  const payment: Row<'payments'> = {
    ...sharedColumns,
    id: createSeededId('payment', purchase.id),
    attempt_id: attempt.id,
    seller_id: purchase.seller_id,
    price_text: purchase.price_text,
    car_model_name: purchase.car_model_name,
    car_name: purchase.car_name,
    paid_at: paidAt.toISOString(),
    other_amount: 0,
    is_deposit: 0,
    is_sale: 1,
    state: 'paid',
    refunded_amount: 0,
    refund_id: null,
    refund_reason: null,
    refunded_at: null,
  }
  const { fullName: sellerName, phone } = demoPeople.find(
    ({ email }) => userId(email) === purchase.seller_id,
  )!
  const soldPurchase = { ...toPurchase(purchase), sellerName, sellerContact: phone ?? '' }
  const notices = saleNotices(soldPurchase, toPayment(payment))
  const messages = notices.map((notice) => toMessageRow(notice, paidAt))
  return { attempt, payment, messages }
}

function attemptId(purchase: Row<'purchases'>): string {
  return createSeededId('attempt', purchase.id)
}
