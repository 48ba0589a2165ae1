import { sql } from 'kysely'
import { liveStates } from '../../../contract/car-life.ts'
import type { Db } from '../../db/tables.ts'

/** The car with this VIN that the seller has in stock already, other than `carId`. */
export async function findOwnCarWithVin(
  db: Db,
  vin: string,
  own: { sellerId: string; carId?: string | undefined },
): Promise<string | null> {
  const row = await db
    .selectFrom('cars')
    .select('id')
    .where('vin', '=', vin)
    .where('seller_id', '=', own.sellerId)
    .where('id', '<>', own.carId ?? '')
    .where('state', 'in', liveStates)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether another seller's car with this VIN is on the market. */
export async function isListedElsewhere(db: Db, vin: string, sellerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('cars')
    .select('id')
    .where('vin', '=', vin)
    .where('seller_id', '<>', sellerId)
    .where('state', 'in', ['instock', 'reserved'])
    .executeTakeFirst()
  return row !== undefined
}

/** The car may be listed with the VIN that it has, whoever else lists it. */
export async function clearVin(db: Db, id: string): Promise<void> {
  await db
    .updateTable('cars')
    .set({ cleared_vin: sql.ref('vin') })
    .where('id', '=', id)
    .execute()
}
