import type { Page } from '../../db/page.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import { LIVE } from '../../sale/records/attempt.repository.ts'

/** A car that a buyer holds while paying for it. */
export interface Hold {
  id: string
  carId: string
  carName: string
  buyerName: string
  buyerEmail: string
  isBuyerEmailVerified: boolean
  /** In cents. */
  amount: number
  since: string
  until: string
  /** Stripe is being asked. */
  isStarting: boolean
}

/** What is held now, the newest first. */
export function listHolds(db: Db, paging: Paging): Promise<Page<Hold>> {
  const live = db.selectFrom('attempts').where('attempts.state', 'in', LIVE)
  const holds = live
    .innerJoin('purchases', 'purchases.id', 'attempts.purchase_id')
    .innerJoin('users as buyer', 'buyer.id', 'attempts.buyer_id')
    .selectAll('attempts')
    .select(['purchases.car_name', 'buyer.full_name', 'buyer.email', 'buyer.email_verified'])
  return readNewest(
    holds,
    ['attempts.created_at', 'attempts.id'],
    paging,
    (row) => [row.created_at, row.id],
    (row) => ({
      id: row.id,
      carId: row.car_id,
      carName: row.car_name,
      buyerName: row.full_name,
      buyerEmail: row.email,
      isBuyerEmailVerified: row.email_verified === 1,
      amount: row.amount,
      since: row.created_at,
      until: row.held_until,
      isStarting: row.state === 'opening',
    }),
    live,
  )
}
