import { sql } from 'kysely'
import { calculateFee } from '../../../contract/fees.ts'
import type { StatementChange } from '../../../contract/statements.ts'
import type { Db } from '../../db/tables.ts'
import { dealPaidAmount } from '../../sale/records/deal-money.ts'
import type { LedgerEntry, PostingKind } from '../../sale/records/ledger.repository.ts'

/** A time span that includes its start but not its end. */
export interface Span {
  start: Date
  end: Date
}

export interface MonthSum extends Pick<LedgerEntry, 'kind' | 'account' | 'amount'> {
  month: string
  count: number
}

/** Sums a seller's entries by month, kind, and account, oldest first. */
export async function sumMonths(db: Db, sellerId: string): Promise<MonthSum[]> {
  const month = sql<string>`substr(ledger_entries.at, 1, 7)`
  return selectEntries(db, sellerId)
    .select(['ledger_entries.kind', 'ledger_entries.account', month.as('month')])
    .select(({ fn }) => [
      fn.sum<number>('ledger_entries.amount').as('amount'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy([month, 'ledger_entries.kind', 'ledger_entries.account'])
    .orderBy(month)
    .execute()
}

/** Lists the months of a seller's handovers. */
export async function listHandoverMonths(db: Db, sellerId: string): Promise<string[]> {
  const month = sql<string>`substr(deals.confirmed_at, 1, 7)`
  const rows = await db
    .selectFrom('deals')
    .select(month.as('month'))
    .distinct()
    .where('seller_id', '=', sellerId)
    .where('charge_id', 'is not', null)
    .where('confirmed_at', 'is not', null)
    .execute()
  return rows.map((row) => row.month)
}

export interface MonthEntry extends Omit<LedgerEntry, 'paymentId'> {
  carName: string
  /** The amount that the buyer paid, in cents. */
  charged: number
  transferId: string | null
}

/** Lists a seller's entries, oldest first. */
export async function listMonthEntries(
  db: Db,
  sellerId: string,
  { start, end }: Span,
): Promise<MonthEntry[]> {
  return selectEntries(db, sellerId)
    .innerJoin('purchases', 'purchases.id', 'deals.purchase_id')
    .innerJoin('payments', 'payments.id', 'deals.payment_id')
    .leftJoin('payouts', 'payouts.purchase_id', 'deals.purchase_id')
    .select([
      'ledger_entries.kind',
      'ledger_entries.reference',
      'ledger_entries.purchase_id as purchaseId',
      'ledger_entries.account',
      'ledger_entries.amount',
      'ledger_entries.at',
      'purchases.car_name as carName',
      dealPaidAmount.as('charged'),
      'payouts.transfer_id as transferId',
    ])
    .where('ledger_entries.at', '>=', start.toISOString())
    .where('ledger_entries.at', '<', end.toISOString())
    .orderBy('ledger_entries.at')
    .orderBy('ledger_entries.id')
    .execute()
}

/** Returns a seller's debt at a given time, in cents. */
export async function readDebt(db: Db, sellerId: string, before: Date): Promise<number> {
  const { debt } = await db
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.sum<number | null>('amount').as('debt'))
    .where('user_id', '=', sellerId)
    .where('account', '=', 'debt')
    .where('at', '<', before.toISOString())
    .executeTakeFirstOrThrow()
  return debt ?? 0
}

export interface UnpaidSale {
  purchaseId: string
  carName: string
  confirmedAt: string
  /** The amount that the seller receives after the fee, in cents. */
  amount: number
}

/** Lists the sales that had been handed over but not paid out at a given time, oldest first. */
export async function listUnpaidSales(db: Db, sellerId: string, before: Date): Promise<UnpaidSale[]> {
  const time = before.toISOString()
  const rows = await db
    .selectFrom('deals')
    .innerJoin('purchases', 'purchases.id', 'deals.purchase_id')
    .innerJoin('ledger_entries', 'ledger_entries.purchase_id', 'deals.purchase_id')
    .select([
      'deals.purchase_id',
      'deals.confirmed_at',
      'deals.fee_basis_points',
      'deals.fee_minimum',
      'deals.fee_maximum',
      'purchases.car_name',
    ])
    .select(({ fn }) => fn.sum<number>('ledger_entries.amount').as('held'))
    .where('deals.seller_id', '=', sellerId)
    .where('deals.charge_id', 'is not', null)
    .where('deals.confirmed_at', '<', time)
    .where('ledger_entries.account', '=', 'platform')
    .where('ledger_entries.at', '<', time)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledger_entries as paid_out')
            .select('paid_out.id')
            .whereRef('paid_out.purchase_id', '=', 'deals.purchase_id')
            .where('paid_out.kind', '=', 'payout')
            .where('paid_out.at', '<', time),
        ),
      ),
    )
    .groupBy([
      'deals.purchase_id',
      'deals.confirmed_at',
      'deals.fee_basis_points',
      'deals.fee_minimum',
      'deals.fee_maximum',
      'purchases.car_name',
    ])
    .orderBy('deals.confirmed_at')
    .orderBy('deals.purchase_id')
    .execute()
  return rows.flatMap((row) => {
    const held = Math.max(0, row.held)
    const rate = {
      basisPoints: row.fee_basis_points,
      minimum: row.fee_minimum,
      maximum: row.fee_maximum,
    }
    const amount = held - calculateFee(held, rate)
    if (amount === 0) return []
    return { purchaseId: row.purchase_id, carName: row.car_name, confirmedAt: row.confirmed_at!, amount }
  })
}

/**
 * Lists the sellers who have a statement for a month and no message with this subject. Deleted accounts are
 * excluded. The hourly job calls this, so it reads only the rows of the month: Postgres looks up the rows of a
 * scalar subquery by index, but reads whole tables for a join.
 */
export async function listSellersToNotify(db: Db, span: Span, subject: string): Promise<string[]> {
  const rows = await db
    .selectFrom(selectSellers(db, span).as('sellers'))
    .innerJoin('users', 'users.id', 'sellers.seller_id')
    .select('users.id')
    .where('users.deleted_at', 'is', null)
    .where(
      ({ selectFrom }) =>
        selectFrom('messages')
          .select('messages.id')
          .whereRef('messages.user_id', '=', 'users.id')
          .where('messages.created_at', '>=', span.end.toISOString())
          .where('messages.subject', '=', subject)
          .limit(1),
      'is',
      null,
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Selects each seller once whose sales have moved money or were handed over in a time span. */
function selectSellers(db: Db, { start, end }: Span) {
  const [from, to] = [start.toISOString(), end.toISOString()]
  const moved = db
    .selectFrom('ledger_entries')
    .select('purchase_id')
    .distinct()
    .where('kind', 'in', shownKinds)
    .where('at', '>=', from)
    .where('at', '<', to)
  return db
    .selectFrom(moved.as('moved'))
    .select(({ selectFrom }) =>
      selectFrom('deals')
        .select('deals.seller_id')
        .whereRef('deals.purchase_id', '=', 'moved.purchase_id')
        .where('deals.charge_id', 'is not', null)
        .as('seller_id'),
    )
    .union(
      db
        .selectFrom('deals')
        .select('seller_id')
        .where('charge_id', 'is not', null)
        .where('confirmed_at', '>=', from)
        .where('confirmed_at', '<', to),
    )
}

/** Returns a user's name, even if the account has been deleted. */
export async function findSellerName(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('full_name').where('id', '=', id).executeTakeFirst()
  return row?.full_name ?? null
}

const shownKinds: readonly (PostingKind & (StatementChange | 'payout' | 'debt-payment'))[] = [
  'charge',
  'refund',
  'refund-returned',
  'dispute',
  'dispute-won',
  'reversal',
  'debt',
  'fee-refund',
  'payout',
  'debt-payment',
]

/** Selects the entries of a seller's deals, without Stripe's fees, and without sales made before payouts were introduced. */
function selectEntries(db: Db, sellerId: string) {
  return db
    .selectFrom('deals')
    .innerJoin('ledger_entries', 'ledger_entries.purchase_id', 'deals.purchase_id')
    .where('deals.seller_id', '=', sellerId)
    .where('deals.charge_id', 'is not', null)
    .where('ledger_entries.kind', 'in', shownKinds)
}
