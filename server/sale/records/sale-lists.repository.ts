import { sql } from 'kysely'
import {
  openPurchaseStates,
  purchaseStates,
  type SaleSort,
  type SaleStage,
} from '../../../contract/purchases.ts'
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
import type { Db } from '../../db/tables.ts'
import { toListedPurchase, joinPurchaseDetails, type ListedPurchase } from './purchase-lists.repository.ts'
import type { PurchaseState } from './purchase.repository.ts'

interface SaleFilters {
  sellerId: string
  q?: string | undefined
  stage?: SaleStage | undefined
  state?: PurchaseState | undefined
}

const statesOf: Record<SaleStage, readonly PurchaseState[]> = {
  interested: openPurchaseStates,
  paid: ['paid', 'refunded'],
}

export function listSales(
  { db, search }: ListSources,
  query: SaleFilters & ListPosition<SaleSort>,
): Promise<Page<ListedPurchase>> {
  const matchingRows = selectMatching(db, query)
  return readPage(
    search,
    {
      rows: db.selectFrom('purchases'),
      matchingRows,
      withDetails: joinPurchaseDetails,
      toItem: toListedPurchase,
    },
    orders,
    query,
  )
}

export function countSales(
  { db, search }: ListSources,
  filters: Pick<SaleFilters, 'sellerId' | 'q'>,
): Promise<Record<(typeof purchaseStates)[number], number>> {
  return countEach(search, selectMatching(db, filters), sql`purchases.state`, purchaseStates)
}

const orders: ListOrders<SaleSort> = {
  keys: {
    car: foldCase(sql`purchases.car_name`),
    price: sql`purchases.price_minor`,
    buyer: foldCase(sql`purchases.buyer_name`),
    state: sql`purchases.state`,
  },
  maybeNull: ['price'],
  moment: 'purchases.created_ms',
  id: 'purchases.id',
}

function selectMatching(db: Db, { sellerId, q, stage, state }: SaleFilters) {
  return db
    .selectFrom('purchases')
    .where('purchases.seller_id', '=', sellerId)
    .where('purchases.state', '<>', 'removed')
    .$if(stage !== undefined, (sales) => sales.where('purchases.state', 'in', statesOf[stage!]))
    .$if(state !== undefined, (sales) => sales.where('purchases.state', '=', state!))
    .where(hasWords(q, isOfSale))
}

/**
 * Builds the search condition for one search term. The seller may search the buyer's contact, email address,
 * and meeting place only after payment.
 */
function isOfSale(word: SearchTerm) {
  const { text } = word
  const searchedColumns = [sql`purchases.car_name`, sql`purchases.buyer_name`, sql`purchases.price_text`]
  const verifiedBuyers = sql`select id from users where email_verified = 1 and ${word.isIn(sql`email`)}`
  return sql<boolean>`(${word.isIn(...searchedColumns)} or ${word.beginsAmount(sql`purchases.price_minor`)}
    or purchases.state = ${text} or (purchases.state = 'paid' and (
      ${word.isIn(sql`purchases.buyer_contact`, sql`purchases.meeting_place`)}
      or purchases.buyer_id in (${verifiedBuyers}))))`
}
