import { sql, type SelectQueryBuilder } from 'kysely'
import type { SellerFee } from '../../../contract/all-in-price.ts'
import { dealStateLabels, dealStates, type DealState } from '../../../contract/deal-life.ts'
import type { DealSort } from '../../../contract/deals.ts'
import { firstPhoto } from '../../db/car-photos.ts'
import { fromFeesColumn } from '../../db/fees-column.ts'
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
import { dealLostAmount, dealPaidAmount, dealRefundedAmount } from '../../sale/records/deal-money.ts'
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
  /** The amount paid through the platform and the part of it that was refunded, in cents. */
  amount: number
  /** The part of the price that was paid at the dealership, in cents. */
  paidElsewhere: number
  /** The seller's fees that the buyer agreed to pay. */
  fees: readonly SellerFee[]
  refundedAmount: number
  /** The part of the amount that banks returned to the buyer, in cents. */
  lostAmount: number
}

interface DealFilters {
  q?: string | undefined
  state?: DealState | undefined
  /** The seller whose deals are listed; null for all. */
  sellerId: string | null
}

export function listDeals(
  { db, search }: ListSources,
  query: DealFilters & ListPosition<DealSort>,
): Promise<Page<DetailedDeal>> {
  const list = {
    rows: db.selectFrom('deals'),
    matchingRows: selectMatching(db, query),
    withDetails,
    toItem: toDetailedDeal,
  }
  return readPage(search, list, orders, query)
}

export function countDeals(
  { db, search }: ListSources,
  filters: Pick<DealFilters, 'q' | 'sellerId'>,
): Promise<Record<DealState, number>> {
  return countEach(search, selectMatching(db, filters), state, dealStates)
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
const amount = sql`(select ${dealPaidAmount} from payments where payments.id = deals.payment_id)`

const orders: ListOrders<DealSort> = {
  keys: {
    car: foldCase(carName),
    amount,
    buyer: foldCase(buyerName),
    seller: foldCase(sellerName),
    state: buildLabelRank(state, dealStateLabels),
  },
  moment: 'deals.created_at',
  id: 'deals.purchase_id',
}

function selectMatching(db: Db, { q, state: requestedState, sellerId }: DealFilters): Deals {
  return db
    .selectFrom('deals')
    .$if(sellerId !== null, (deals) => deals.where('deals.seller_id', '=', sellerId!))
    .$if(requestedState !== undefined, (deals) => deals.where('deals.state', '=', requestedState!))
    .where(hasWords(q, matchesDeal))
}

function matchesDeal(word: SearchTerm) {
  const purchases = sql`select 1 from purchases
    where purchases.id = deals.purchase_id and ${word.isIn(sql`purchases.car_name`, sql`purchases.buyer_name`)}`
  const matchingSellers = sql`select id from users where ${word.isIn(sql`full_name`)}`
  const matchingPayments = sql`select purchase_id from payments where ${word.isId(sql`intent_id`)}`
  const matchingPayouts = sql`select purchase_id from payouts where ${word.isId(sql`transfer_id`)}`
  return sql<boolean>`(exists (${purchases}) or deals.seller_id in (${matchingSellers})
    or ${word.isId(sql`deals.purchase_id`)} or deals.purchase_id in (${matchingPayments})
    or deals.purchase_id in (${matchingPayouts}) or ${word.isShownFor(state, dealStateLabels)}
    or ${word.beginsAmount(amount)} or ${word.beginsMoment(sql`deals.created_at`)})`
}

function withDetails(deals: Deals) {
  return deals
    .innerJoin('purchases', 'purchases.id', 'deals.purchase_id')
    .innerJoin('payments', 'payments.id', 'deals.payment_id')
    .innerJoin('cars', 'cars.id', 'deals.car_id')
    .innerJoin('users as seller', 'seller.id', 'deals.seller_id')
    .selectAll('deals')
    .select(['purchases.fees', 'purchases.car_name', 'purchases.buyer_name', 'purchases.buyer_contact'])
    .select([
      dealPaidAmount.as('amount'),
      dealRefundedAmount.as('refunded_amount'),
      dealLostAmount.as('lost_amount'),
      'seller.full_name as seller_name',
    ])
    .select(
      sql<number>`case payments.is_deposit when 1 then payments.other_amount else 0 end`.as('paid_elsewhere'),
    )
    .select(['cars.contact', firstPhoto.as('car_image')])
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
    paidElsewhere: row.paid_elsewhere,
    fees: fromFeesColumn(row.fees),
    refundedAmount: row.refunded_amount,
    lostAmount: row.lost_amount,
  }
}
