import { sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'

/** A received payment. Its car details are those at the time of payment. */
export interface Payment {
  id: string
  attemptId: string | null
  purchaseId: string
  carId: string
  buyerId: string
  sellerId: string
  intentId: string
  /** In cents. */
  amount: number
  /** The part of the price that was paid otherwise, by a deposit or at the dealership, in cents. */
  otherAmount: number
  currency: string
  priceText: string
  carModelName: string
  carName: string
  paidAt: string
  isDeposit: boolean
  /** False for a deposit, and for a payment that could not become a sale and is therefore refunded. */
  isSale: boolean
  state: PaymentState
  /** The amount that was refunded or whose refund is on its way, in cents. */
  refundedAmount: number
  refundId: string | null
  refundReason: string | null
}

export type PaymentState = Row<'payments'>['state']

/** Inserts a payment that has no refunds yet. */
export async function insertPayment(
  db: Db,
  payment: Omit<Payment, 'refundedAmount' | 'refundId'>,
): Promise<Payment> {
  const row: Row<'payments'> = {
    id: payment.id,
    attempt_id: payment.attemptId,
    purchase_id: payment.purchaseId,
    car_id: payment.carId,
    buyer_id: payment.buyerId,
    seller_id: payment.sellerId,
    intent_id: payment.intentId,
    amount: payment.amount,
    other_amount: payment.otherAmount,
    is_deposit: payment.isDeposit ? 1 : 0,
    currency: payment.currency,
    price_text: payment.priceText,
    car_model_name: payment.carModelName,
    car_name: payment.carName,
    paid_at: payment.paidAt,
    is_sale: payment.isSale ? 1 : 0,
    state: payment.state,
    refunded_amount: 0,
    refund_id: null,
    refund_reason: payment.refundReason,
    refunded_at: null,
  }
  await db.insertInto('payments').values(row).execute()
  return toPayment(row)
}

export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toPayment(row) : null
}

export async function findPaymentByIntent(db: Db, intentId: string): Promise<Payment | null> {
  const row = await db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
  return row ? toPayment(row) : null
}

/** Reports whether a payment is a deposit that has not become the payment of a sale. */
export function isReservation({ isDeposit, isSale }: Pick<Payment, 'isDeposit' | 'isSale'>): boolean {
  return isDeposit && !isSale
}

/** Condition for payments that bought a car and were not fully refunded. */
export const isActiveSale = sql<boolean>`payments.is_sale = 1 and payments.state in ('paid', 'refund-failed')`

/** Reports whether the buyer has bought a car here without a full refund. */
export async function hasBought(db: Db, buyerId: string): Promise<boolean> {
  const sale = await db
    .selectFrom('payments')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .where(isActiveSale)
    .limit(1)
    .executeTakeFirst()
  return sale !== undefined
}

export async function listPendingRefunds(db: Db, limit: number): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'refund-pending')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}

type PaymentChange = Partial<Pick<Payment, 'state' | 'refundedAmount' | 'refundId' | 'refundReason'>> & {
  refundedAt?: string | null
}

/**
 * Moves a payment to another state.
 * @returns false if the payment was not in one of the `from` states
 */
export async function movePayment(
  db: Db,
  id: string,
  from: PaymentState[],
  change: PaymentChange,
): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({
      state: change.state,
      refunded_amount: change.refundedAmount,
      refund_id: change.refundId,
      refund_reason: change.refundReason,
      refunded_at: change.refundedAt,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Records the refunded amount of a payment.
 * @param payment the payment when it was read
 * @returns true if this call recorded the amount; false if the payment has changed since it was read
 */
export async function recordRefundedAmount(
  db: Db,
  payment: Payment,
  from: PaymentState[],
  amount: number,
): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ refunded_amount: amount })
    .where('id', '=', payment.id)
    .where('state', 'in', from)
    .where('refunded_amount', '=', payment.refundedAmount)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Makes a deposit the payment of a sale whose rest the buyer paid at the dealership. */
export async function makeSale(db: Db, id: string, otherAmount: number): Promise<Payment> {
  const row = await db
    .updateTable('payments')
    .set({ is_sale: 1, other_amount: otherAmount })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toPayment(row)
}

/** Converts a row, which may include columns from joined tables, to a payment. */
export function toPayment(row: Row<'payments'>): Payment {
  return {
    id: row.id,
    attemptId: row.attempt_id,
    purchaseId: row.purchase_id,
    carId: row.car_id,
    buyerId: row.buyer_id,
    sellerId: row.seller_id,
    intentId: row.intent_id,
    amount: row.amount,
    otherAmount: row.other_amount,
    isDeposit: row.is_deposit === 1,
    currency: row.currency,
    priceText: row.price_text,
    carModelName: row.car_model_name,
    carName: row.car_name,
    paidAt: row.paid_at,
    isSale: row.is_sale === 1,
    state: row.state,
    refundedAmount: row.refunded_amount,
    refundId: row.refund_id,
    refundReason: row.refund_reason,
  }
}
