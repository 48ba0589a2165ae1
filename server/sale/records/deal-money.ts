import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Deal } from './deal.repository.ts'
import { hasLostDispute, isOfDeal, sumLostDisputes } from './dispute.repository.ts'
import { toPayment, type Payment } from './payment.repository.ts'

/** The amounts of a deal that passed through the platform, in cents. */
export interface DealMoney {
  /** The payment that bought the car, and the deposit that was credited to its price, if any. */
  payments: Payment[]
  paid: number
  refunded: number
  /** The amount that banks returned to the buyer in lost disputes. */
  lost: number
}

export async function findDealMoney(
  db: Db,
  { purchaseId, paymentId }: Pick<Deal, 'purchaseId' | 'paymentId'>,
): Promise<DealMoney> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('payments.purchase_id', '=', purchaseId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('payments.id', '=', paymentId),
        exists(
          selectFrom('deposits')
            .select('payment_id')
            .whereRef('deposits.payment_id', '=', 'payments.id')
            .where('deposits.state', '=', 'credited'),
        ),
      ]),
    )
    .orderBy('paid_at', 'desc')
    .execute()
  const payments = rows.map(toPayment)
  return {
    payments,
    paid: payments.reduce((sum, { amount }) => sum + amount, 0),
    refunded: payments.reduce((sum, { refundedAmount }) => sum + refundedAmount, 0),
    lost: await sumLostDisputes(db, purchaseId),
  }
}

/**
 * Lists the payments that a refund of a payment can be taken from, the newest first. For the payment of a sale, these
 * are all payments of its price, except for a deposit that is being refunded or that a bank has returned. Any other
 * payment is the only one.
 */
export async function listRefundable(db: Db, payment: Payment): Promise<Payment[]> {
  const { id, purchaseId, isSale } = payment
  const payments = isSale ? (await findDealMoney(db, { purchaseId, paymentId: id })).payments : [payment]
  const refundable: Payment[] = []
  for (const one of payments) {
    const isOpen = one.state === 'paid' || one.state === 'refund-failed'
    const isIncluded = one.id === id || (isOpen && !(await hasLostDispute(db, one.id)))
    if (isIncluded && sumUnrefunded([one]) > 0) refundable.push(one)
  }
  return refundable
}

/** Returns the amount of payments that was not refunded, in cents. */
export function sumUnrefunded(payments: readonly Payment[]): number {
  return payments.reduce((sum, { amount, refundedAmount }) => sum + amount - refundedAmount, 0)
}

// Postgres adds integers up to a numeric, whose division keeps decimals.
const creditedDeposits = sql`deposits inner join payments as deposit_payments
  on deposit_payments.id = deposits.payment_id
  where deposits.purchase_id = payments.purchase_id and deposits.state = 'credited'`

/** The amount of `DealMoney.paid` in a query of the payments that bought cars. */
export const dealPaidAmount = sql<number>`(payments.amount + (select cast(coalesce(sum(deposits.amount), 0) as bigint) from ${creditedDeposits}))`

/** The amount of `DealMoney.refunded` in a query of the payments that bought cars. */
export const dealRefundedAmount = sql<number>`(payments.refunded_amount
  + (select cast(coalesce(sum(deposit_payments.refunded_amount), 0) as bigint) from ${creditedDeposits}))`

/** The amount of `DealMoney.lost` in a query of `deals`. */
export const dealLostAmount = sql<number>`(select cast(coalesce(sum(disputes.amount), 0) as bigint) from disputes
  where disputes.purchase_id = deals.purchase_id and disputes.state = 'lost' and ${isOfDeal})`
