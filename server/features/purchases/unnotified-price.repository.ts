import type { Db } from '../../db/tables.ts'

/** A car on a buyer's list whose price differs from the one that the buyer knows. Prices are in cents. */
export interface UnreportedPriceChange {
  purchaseId: string
  buyerId: string
  carId: string
  carName: string
  /** The price that the buyer agreed to or was last notified of, or null if the car had no price then. */
  knownMinor: number | null
  priceMinor: number
}

interface Times {
  changedSince: Date
  changedBefore: Date
  /** Latest time of a buyer's last notification about the car. Buyers notified after it have to wait. */
  notifiedBefore: Date
  limit: number
}

export async function listUnreportedPriceChanges(db: Db, times: Times): Promise<UnreportedPriceChange[]> {
  const rows = await db
    .selectFrom('price_changes')
    .innerJoin('cars', 'cars.id', 'price_changes.car_id')
    .innerJoin('purchases', 'purchases.car_id', 'cars.id')
    .select(['purchases.id', 'buyer_id', 'purchases.car_id', 'car_name', 'cars.all_in_minor'])
    .select(({ fn }) => fn.coalesce('told_price_minor', 'purchases.price_minor').as('known'))
    .where('changed_at', '>=', times.changedSince.toISOString())
    .where('changed_at', '<=', times.changedBefore.toISOString())
    .where('cars.state', '=', 'instock')
    .where('cars.hidden_at', 'is', null)
    .where('cars.all_in_minor', 'is not', null)
    .where('purchases.state', '=', 'unpaid')
    .where(({ eb, fn }) =>
      eb('cars.all_in_minor', 'is distinct from', fn.coalesce('told_price_minor', 'purchases.price_minor')),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('purchases as notified')
            .select('notified.id')
            .whereRef('notified.buyer_id', '=', 'purchases.buyer_id')
            .whereRef('notified.car_id', '=', 'purchases.car_id')
            .where('notified.told_price_at', '>', times.notifiedBefore.toISOString()),
        ),
      ),
    )
    .orderBy('changed_at')
    .orderBy('purchases.id')
    .limit(times.limit)
    .execute()
  return rows.map((row) => ({
    purchaseId: row.id,
    buyerId: row.buyer_id,
    carId: row.car_id,
    carName: row.car_name,
    knownMinor: row.known,
    priceMinor: row.all_in_minor!,
  }))
}

/**
 * Records that the buyer was notified of a price.
 * @returns true if the notification was still due
 */
export async function markPriceAsNotified(
  db: Db,
  { purchaseId, knownMinor, priceMinor }: UnreportedPriceChange,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('purchases')
    .set({ told_price_minor: priceMinor, told_price_at: now.toISOString() })
    .where('id', '=', purchaseId)
    .where('state', '=', 'unpaid')
    .where(({ eb, fn }) =>
      eb(fn.coalesce('told_price_minor', 'price_minor'), 'is not distinct from', knownMinor),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
