import type { Page } from '../../db/page.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import { toPayout, type Payout } from '../../sale/records/payout.repository.ts'

/** A payout with the names of its car and its seller. */
export interface ListedPayout extends Payout {
  carName: string
  sellerName: string
}

/**
 * Lists payouts, newest first.
 * @param sellerId null for all sellers
 */
export function listPayouts(db: Db, sellerId: string | null, paging: Paging): Promise<Page<ListedPayout>> {
  const rows = db
    .selectFrom('payouts')
    .innerJoin('purchases', 'purchases.id', 'payouts.purchase_id')
    .innerJoin('users as seller', 'seller.id', 'payouts.seller_id')
    .selectAll('payouts')
    .select(['purchases.car_name', 'seller.full_name'])
    .$if(sellerId !== null, (query) => query.where('payouts.seller_id', '=', sellerId!))
  return readNewest(
    rows,
    ['payouts.created_at', 'payouts.id'],
    paging,
    (row) => [row.created_at, row.id],
    (row) => ({ ...toPayout(row), carName: row.car_name, sellerName: row.full_name }),
  )
}
