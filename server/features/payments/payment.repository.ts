import { sql } from 'kysely'
import { dayMonthYear } from '../../../contract/dates.ts'
import type { Payment } from '../../../contract/payments.ts'
import type { MonthOfSales } from '../../../contract/purchases.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Page } from '../../http/paging.ts'

export type PaymentRow = Row<'payments'>

export function insertPayment(db: Db, payment: PaymentRow) {
  return db.insertInto('payments').values(payment).execute()
}

export function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findPaymentByIntent(db: Db, intentId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
}

/** Whether a payment of theirs ever succeeded, be it that it was given back. */
export async function hasPaid(db: Db, buyerId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('buyer_id', '=', buyerId)
    .limit(1)
    .executeTakeFirst()
  return payment !== undefined
}

export function listPendingRefunds(db: Db, limit: number): Promise<PaymentRow[]> {
  return db.selectFrom('payments').selectAll().where('state', '=', 'refund-pending').limit(limit).execute()
}

/** @returns whether this call took the step from one of the states named. */
export async function movePayment(
  db: Db,
  id: string,
  from: PaymentRow['state'][],
  change: Partial<
    Pick<PaymentRow, 'state' | 'refunded_amount' | 'refund_id' | 'refund_reason' | 'refunded_at'>
  >,
): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * What sold since: payments that stand, less what went back of them, by month of UTC.
 * @param sellerId everybody's where it is null
 */
export function sumSalesByMonth(db: Db, since: Date, sellerId: string | null): Promise<MonthOfSales[]> {
  const month = sql<string>`substr(paid_at, 1, 7)`
  return db
    .selectFrom('payments')
    .select(({ eb, fn }) => [
      month.as('month'),
      fn.countAll<number>().as('cars'),
      fn.sum<number>(eb('amount', '-', eb.ref('refunded_amount'))).as('amount'),
    ])
    .where('paid_at', '>=', since.toISOString())
    .where('is_sale', '=', 1)
    .where('state', 'in', ['paid', 'refund-failed'])
    .$if(sellerId !== null, (query) => query.where('seller_id', '=', sellerId!))
    .groupBy(month)
    .execute()
}

/**
 * @param payment as it was read
 * @returns whether this call noted it; false where the payment has moved on since.
 */
export async function noteRefundedAmount(
  db: Db,
  payment: PaymentRow,
  from: PaymentRow['state'][],
  amount: number,
): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ refunded_amount: amount })
    .where('id', '=', payment.id)
    .where('state', 'in', from)
    .where('refunded_amount', '=', payment.refunded_amount)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** All records, newest first. */
export function listPayments(db: Db, paging: Paging): Promise<Page<Payment>> {
  const payments = db
    .selectFrom('payments')
    .innerJoin('users as buyer', 'buyer.id', 'payments.buyer_id')
    .innerJoin('users as seller', 'seller.id', 'payments.seller_id')
    .selectAll('payments')
    .select(['buyer.email as buyer_email', 'seller.email as seller_email'])
  return readNewest(
    payments,
    ['payments.paid_at', 'payments.id'],
    paging,
    (row) => [row.paid_at, row.id],
    (row) => ({
      _id: row.id,
      sellingPrice: row.price_text,
      amount: row.amount,
      transactionID: row.intent_id,
      buyerEmail: row.buyer_email,
      sellerEmail: row.seller_email,
      carModelName: row.car_model_name,
      carName: row.car_name,
      purchasedItemID: row.purchase_id,
      carID: row.car_id,
      paymentDate: dayMonthYear(row.paid_at),
      paidAt: row.paid_at,
      state: row.state,
      refundedAmount: row.refunded_amount,
      refundReason: row.refund_reason,
    }),
    db.selectFrom('payments'),
  )
}
