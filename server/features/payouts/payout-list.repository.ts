import { sql, type SelectQueryBuilder } from 'kysely'
import { payoutStateLabels, payoutStates, type PayoutSort } from '../../../contract/payouts.ts'
import { foldCase } from '../../db/engines/texts.ts'
import {
  countEach,
  hasWords,
  buildLabelRank,
  readPage,
  type ListOrders,
  type ListSources,
  type ListPosition,
  type SearchTerm,
} from '../../db/list.ts'
import type { Page } from '../../db/page.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { toPayout, type Payout } from '../../sale/records/payout.repository.ts'

/** A payout with the names of its car and its seller. */
export interface ListedPayout extends Payout {
  carName: string
  sellerName: string
}

interface PayoutFilters {
  q?: string | undefined
  state?: Payout['state'] | undefined
  /** The seller whose payouts are listed; null for all. */
  sellerId: string | null
}

export function listPayouts(
  { db, search }: ListSources,
  query: PayoutFilters & ListPosition<PayoutSort>,
): Promise<Page<ListedPayout>> {
  const list = {
    rows: db.selectFrom('payouts'),
    matchingRows: selectMatching(db, query),
    withDetails,
    toItem: toListedPayout,
  }
  return readPage(search, list, orders, query)
}

/** Counts the payouts in each state. */
export function countPayouts(
  { db, search }: ListSources,
  filters: Pick<PayoutFilters, 'q' | 'sellerId'>,
): Promise<Record<Payout['state'], number>> {
  return countEach(search, selectMatching(db, filters), state, payoutStates)
}

type Payouts = SelectQueryBuilder<Tables, 'payouts', object>

const state = sql<Payout['state']>`payouts.state`
const carName = sql`(select car_name from purchases where purchases.id = payouts.purchase_id)`
const sellerName = sql`(select full_name from users where users.id = payouts.seller_id)`
const date = sql`coalesce(payouts.sent_at, payouts.created_at)`

const orders: ListOrders<PayoutSort> = {
  keys: {
    car: foldCase(carName),
    seller: foldCase(sellerName),
    paid: sql`payouts.paid`,
    fee: sql`payouts.fee`,
    debt: sql`payouts.debt`,
    amount: sql`payouts.amount`,
    reversed: sql`payouts.reversed`,
    state: buildLabelRank(state, payoutStateLabels),
    date,
  },
  moment: 'payouts.created_at',
  id: 'payouts.id',
}

function selectMatching(db: Db, { q, state: requestedState, sellerId }: PayoutFilters): Payouts {
  return db
    .selectFrom('payouts')
    .$if(sellerId !== null, (payouts) => payouts.where('payouts.seller_id', '=', sellerId!))
    .$if(requestedState !== undefined, (payouts) => payouts.where('payouts.state', '=', requestedState!))
    .where(hasWords(q, matchesPayout))
}

function matchesPayout(word: SearchTerm) {
  const matchingSellers = sql`select id from users where ${word.isIn(sql`full_name`)}`
  return sql<boolean>`(${word.isIn(carName)} or payouts.seller_id in (${matchingSellers})
    or ${word.isId(sql`payouts.purchase_id`, sql`payouts.transfer_id`)}
    or ${word.isShownFor(state, payoutStateLabels)}
    or ${word.beginsAmount(sql`payouts.amount`)} or ${word.beginsMoment(date)})`
}

function withDetails(payouts: Payouts) {
  return payouts
    .innerJoin('purchases', 'purchases.id', 'payouts.purchase_id')
    .innerJoin('users as seller', 'seller.id', 'payouts.seller_id')
    .selectAll('payouts')
    .select(['purchases.car_name', 'seller.full_name'])
}

type DetailedRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

function toListedPayout(row: DetailedRow): ListedPayout {
  return { ...toPayout(row), carName: row.car_name, sellerName: row.full_name }
}
