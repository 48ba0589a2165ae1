import { priceLabels, type PriceLabel } from '../../../contract/cars/price-labels.ts'
import type { Db } from '../../db/tables.ts'

/** Stores the labels of cars. The cars keep their versions, since their sellers changed nothing. */
export async function storePriceLabels(
  db: Db,
  labels: readonly { id: string; label: PriceLabel }[],
): Promise<void> {
  if (labels.length === 0) return
  await db.transaction().execute(async (trx) => {
    for (const label of priceLabels) {
      const ids = labels.filter((car) => car.label === label).map(({ id }) => id)
      if (ids.length > 0)
        await trx.updateTable('cars').set({ price_label: label }).where('id', 'in', ids).execute()
    }
  })
}
