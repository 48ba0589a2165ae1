import { sql, type SelectQueryBuilder } from 'kysely'
import type { BankAction, DepositState } from '../../../contract/deposits.ts'
import { paymentStates } from '../../../contract/payment-intent.ts'
import type { PaymentSort } from '../../../contract/payments.ts'
import type { MonthOfSales } from '../../../contract/purchases.ts'
import { foldCase } from '../../db/engines/texts.ts'
import type { Page } from '../../db/page.ts'
import {
  countEach,
  hasWords,
  readPage,
  type ListOrders,
  type ListSources,
  type ListPosition,
  type SearchTerm,
} from '../../db/list.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { dealRefundedAmount } from './deal-money.ts'
import { selectBankAction } from './dispute.repository.ts'
import { isActiveSale, toPayment, type Payment, type PaymentState } from './payment.repository.ts'

export interface PaymentDetails extends Payment {
  buyerEmail: string
  sellerEmail: string
  deposit: DepositState | null
  dispute: BankAction | null
  /** The amount in cents that is left of the deposit that was credited to this payment's sale. */
  creditedDeposit: number
}

interface PaymentFilters {
  q?: string | undefined
  state?: PaymentState | undefined
}

export function listPayments(
  { db, search }: ListSources,
  query: PaymentFilters & ListPosition<PaymentSort>,
): Promise<Page<PaymentDetails>> {
  const matchingRows = selectMatching(db, query)
  return readPage(
    search,
    { rows: db.selectFrom('payments'), matchingRows, withDetails: withBuyerAndSeller, toItem: toDetails },
    orders,
    query,
  )
}

export function countPayments(
  { db, search }: ListSources,
  { q }: Pick<PaymentFilters, 'q'>,
): Promise<Record<PaymentState, number>> {
  return countEach(search, selectMatching(db, { q }), sql`payments.state`, paymentStates)
}

const orders: ListOrders<PaymentSort> = {
  keys: {
    car: foldCase(sql`payments.car_name`),
    amount: sql`payments.amount`,
    buyer: sql`(select email from users where users.id = payments.buyer_id)`,
    seller: sql`(select email from users where users.id = payments.seller_id)`,
    state: sql`payments.state`,
  },
  moment: 'payments.paid_at',
  id: 'payments.id',
}

function selectMatching(db: Db, { q, state }: PaymentFilters) {
  return db
    .selectFrom('payments')
    .$if(state !== undefined, (payments) => payments.where('payments.state', '=', state!))
    .where(hasWords(q, isOfPayment))
}

function isOfPayment(word: SearchTerm) {
  const searchedColumns = [
    sql`payments.car_name`,
    sql`payments.intent_id`,
    sql`coalesce(payments.refund_reason, '')`,
  ]
  const matchingUsers = sql`select id from users where ${word.isIn(sql`email`)}`
  return sql<boolean>`(${word.isIn(...searchedColumns)} or ${word.isId(sql`payments.purchase_id`)}
    or ${word.beginsAmount(sql`payments.amount`)}
    or ${word.beginsMoment(sql`payments.paid_at`)}
    or payments.buyer_id in (${matchingUsers}) or payments.seller_id in (${matchingUsers}))`
}

function withBuyerAndSeller(payments: SelectQueryBuilder<Tables, 'payments', object>) {
  return payments
    .innerJoin('users as buyer', 'buyer.id', 'payments.buyer_id')
    .innerJoin('users as seller', 'seller.id', 'payments.seller_id')
    .leftJoin('deposits', 'deposits.payment_id', 'payments.id')
    .selectAll('payments')
    .select(['buyer.email as buyer_email', 'seller.email as seller_email', 'deposits.state as deposit_state'])
    .select(creditedDeposit.as('credited_deposit'))
    .select(selectBankAction('payments.id', 'payments.purchase_id').as('dispute'))
}

const creditedDeposit = sql<number>`(select coalesce(sum(paid.amount - paid.refunded_amount), 0)
  from deposits as credited inner join payments as paid on paid.id = credited.payment_id
  where payments.is_sale = 1 and credited.purchase_id = payments.purchase_id and credited.state = 'credited'
    and paid.state in ('paid', 'refund-failed')
    and not exists (select 1 from disputes where disputes.payment_id = paid.id and disputes.state = 'lost'))`

type DetailedRow = Awaited<ReturnType<ReturnType<typeof withBuyerAndSeller>['execute']>>[number]

function toDetails(row: DetailedRow): PaymentDetails {
  return {
    ...toPayment(row),
    buyerEmail: row.buyer_email,
    sellerEmail: row.seller_email,
    deposit: row.deposit_state,
    dispute: row.dispute,
    creditedDeposit: row.credited_deposit,
  }
}

// For sales without a second payment, the index contains all columns.
const saleRefundedAmount = sql<number>`case when payments.other_amount > 0 then ${dealRefundedAmount}
  else payments.refunded_amount end`

type Sums = Omit<MonthOfSales, 'elsewhere'>

/**
 * Sums the active sales of each month, minus partial refunds.
 * @param months the months, oldest first
 * @param sellerId null for all sellers
 */
export function sumSalesByMonth(
  db: Db,
  months: readonly { month: string; begin: Date }[],
  sellerId: string | null,
): Promise<Sums[]> {
  const newestFirst = months.toReversed()
  const cases = newestFirst.map(
    ({ month, begin }) => sql`when paid_at >= ${begin.toISOString()} then ${month}`,
  )
  const month = sql<string>`case ${sql.join(cases, sql` `)} end`
  return (
    db
      .selectFrom('payments')
      .select(({ eb, fn }) => [
        month.as('month'),
        fn.countAll<number>().as('cars'),
        fn.sum<number>(eb(eb('amount', '+', eb.ref('other_amount')), '-', saleRefundedAmount)).as('amount'),
      ])
      .where('paid_at', '>=', months[0]!.begin.toISOString())
      .where(isActiveSale)
      .$if(sellerId !== null, (query) => query.where('seller_id', '=', sellerId!))
      // Grouping uses the column's name. A repeated expression would have its own parameters, so Postgres
      // would treat it as a different one.
      .groupBy(sql.ref('month'))
      .execute()
  )
}
