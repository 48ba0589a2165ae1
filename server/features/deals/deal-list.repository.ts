import { sql, type SelectQueryBuilder } from 'kysely'
import { dealStateLabels, dealStates, type DealState } from '../../../contract/deal-life.ts'
import type { DealSort } from '../../../contract/deals.ts'
import { firstPicture } from '../../db/car-pictures.ts'
import { folded } from '../../db/engines/texts.ts'
import {
  countEach,
  hasWords,
  rankOf,
  readPage,
  type ListOrders,
  type ListSources,
  type Place,
  type Word,
} from '../../db/list.ts'
import type { Page } from '../../db/page.ts'
import type { Db, Tables } from '../../db/tables.ts'
import { toDeal, type Deal } from '../../sale/records/deal.repository.ts'

/** A deal with the names, the car, and the payment that both sides see. */
export interface DetailedDeal extends Deal {
  id: string
  carName: string
  carImage: string
  buyerName: string
  buyerContact: string
  sellerName: string
  sellerContact: string
  /** The amount paid and the part of it that was refunded, in cents. */
  amount: number
  refundedAmount: number
}

interface DealFilters {
  q?: string | undefined
  state?: DealState | undefined
  /** The seller whose deals are listed; null for all. */
  sellerId: string | null
}

export function listDeals(
  { db, search }: ListSources,
  query: DealFilters & Place<DealSort>,
): Promise<Page<DetailedDeal>> {
  const list = {
    rows: db.selectFrom('deals'),
    found: selectFound(db, query),
    withDetails,
    toItem: toDetailedDeal,
  }
  return readPage(search, list, orders, query)
}

/** Counts the deals in each state. */
export function countDeals(
  { db, search }: ListSources,
  filters: Pick<DealFilters, 'q' | 'sellerId'>,
): Promise<Record<DealState, number>> {
  return countEach(search, selectFound(db, filters), state, dealStates)
}

export async function findDetailedDeal(db: Db, purchaseId: string): Promise<DetailedDeal | null> {
  const row = await withDetails(db.selectFrom('deals'))
    .where('deals.purchase_id', '=', purchaseId)
    .executeTakeFirst()
  return row ? toDetailedDeal(row) : null
}

type Deals = SelectQueryBuilder<Tables, 'deals', object>

const state = sql<DealState>`deals.state`
const carName = sql`(select car_name from purchases where purchases.id = deals.purchase_id)`
const buyerName = sql`(select buyer_name from purchases where purchases.id = deals.purchase_id)`
const sellerName = sql`(select full_name from users where users.id = deals.seller_id)`
const amount = sql`(select amount from payments where payments.id = deals.payment_id)`

const orders: ListOrders<DealSort> = {
  keys: {
    car: folded(carName),
    amount,
    buyer: folded(buyerName),
    seller: folded(sellerName),
    state: rankOf(state, dealStateLabels),
  },
  moment: 'deals.created_at',
  id: 'deals.purchase_id',
}

function selectFound(db: Db, { q, state: wantedState, sellerId }: DealFilters): Deals {
  return db
    .selectFrom('deals')
    .$if(sellerId !== null, (deals) => deals.where('deals.seller_id', '=', sellerId!))
    .$if(wantedState !== undefined, (deals) => deals.where('deals.state', '=', wantedState!))
    .where(hasWords(q, matchesDeal))
}

function matchesDeal(word: Word) {
  return sql<boolean>`(${word.isIn(carName, buyerName, sellerName)} or ${word.isShownFor(state, dealStateLabels)}
    or ${word.beginsAmount(amount)} or ${word.beginsMoment(sql`deals.created_at`)})`
}

function withDetails(deals: Deals) {
  return deals
    .innerJoin('purchases', 'purchases.id', 'deals.purchase_id')
    .innerJoin('payments', 'payments.id', 'deals.payment_id')
    .innerJoin('cars', 'cars.id', 'deals.car_id')
    .innerJoin('users as seller', 'seller.id', 'deals.seller_id')
    .selectAll('deals')
    .select(['purchases.car_name', 'purchases.buyer_name', 'purchases.buyer_contact'])
    .select(['payments.amount', 'payments.refunded_amount', 'seller.full_name as seller_name'])
    .select(['cars.contact', firstPicture.as('car_image')])
}

type DetailedRow = Awaited<ReturnType<ReturnType<typeof withDetails>['execute']>>[number]

function toDetailedDeal(row: DetailedRow): DetailedDeal {
  const deal = toDeal(row)
  return {
    ...deal,
    id: deal.purchaseId,
    carName: row.car_name,
    carImage: row.car_image,
    buyerName: row.buyer_name,
    buyerContact: row.buyer_contact,
    sellerName: row.seller_name,
    sellerContact: row.contact,
    amount: row.amount,
    refundedAmount: row.refunded_amount,
  }
}
