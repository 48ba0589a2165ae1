import type { Db } from '../../db/tables.ts'

export function detachReviews(db: Db, purchaseId: string) {
  return db
    .updateTable('reviews')
    .set({ purchase_id: null, car_name: null })
    .where('purchase_id', '=', purchaseId)
    .execute()
}
