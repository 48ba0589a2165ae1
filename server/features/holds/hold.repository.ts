import type { Hold } from '../../../contract/holds.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import type { Page } from '../../http/paging.ts'
import { LIVE } from '../payments/attempt.repository.ts'

/** What is held now, the newest first. */
export function listHolds(db: Db, paging: Paging, now: Date): Promise<Page<Hold>> {
  const live = db.selectFrom('attempts').where('attempts.state', 'in', LIVE)
  const holds = live
    .innerJoin('purchases', 'purchases.id', 'attempts.purchase_id')
    .innerJoin('users as buyer', 'buyer.id', 'attempts.buyer_id')
    .selectAll('attempts')
    .select(['purchases.car_name', 'buyer.full_name', 'buyer.email'])
  return readNewest(
    holds,
    ['attempts.created_at', 'attempts.id'],
    paging,
    (row) => [row.created_at, row.id],
    (row) => ({
      _id: row.id,
      carID: row.car_id,
      carName: row.car_name,
      buyerName: row.full_name,
      buyerEmail: row.email,
      amount: row.amount,
      since: row.created_at,
      until: row.held_until,
      state: row.held_until <= now.toISOString() ? 'over' : row.state === 'opening' ? 'starting' : 'held',
    }),
    live,
  )
}
