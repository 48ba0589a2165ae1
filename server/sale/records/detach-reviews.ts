import type { Db } from '../../db/tables.ts'

/** Detaches the reviews of a purchase, so that they remain without one. */
export function detachReviews(db: Db, purchaseId: string) {
  return db
    .updateTable('reviews')
    .set({ purchase_id: null, car_name: null })
    .where('purchase_id', '=', purchaseId)
    .execute()
}
