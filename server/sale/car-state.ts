import type { Availability } from '../../contract/cars.ts'
import type { Db } from '../db/tables.ts'

/**
 * The car's state machine (`access.md`, Money and sale). Each step is one conditional update, so that of many who try
 * at once one succeeds.
 * @returns whether this call took the step.
 */
export function reserveCar(db: Db, carId: string): Promise<boolean> {
  return step(db, carId, 'instock', 'reserved')
}

export function freeCar(db: Db, carId: string): Promise<boolean> {
  return step(db, carId, 'reserved', 'instock')
}

export async function sellCar(db: Db, carId: string): Promise<boolean> {
  const isSold = await step(db, carId, 'reserved', 'sold')
  if (isSold) await db.updateTable('cars').set({ featured_at: null }).where('id', '=', carId).execute()
  return isSold
}

async function step(db: Db, carId: string, from: Availability, to: Availability): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ state: to })
    .where('id', '=', carId)
    .where('state', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
