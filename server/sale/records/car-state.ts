import type { Availability } from '../../../contract/cars/cars.ts'
import type { Db } from '../../db/tables.ts'
import { findLiveAttempt } from './attempt.repository.ts'
import { findHeldDeposit } from './deposit.repository.ts'

/**
 * Steps of the car's state machine. Each step is one conditional update, so
 * only one of several concurrent calls succeeds.
 * @param price in cents, with fees; a car whose price has changed is not reserved
 * @returns true if this call took the step
 */
export async function reserveCar(db: Db, carId: string, price: number): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ state: 'reserved' })
    .where('id', '=', carId)
    .where('state', '=', 'instock')
    .where('all_in_minor', '=', price)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Frees a car unless a deposit or a payment attempt still reserves it. */
export async function freeCar(db: Db, carId: string): Promise<boolean> {
  const claim = (await findHeldDeposit(db, 'car', carId)) ?? (await findLiveAttempt(db, 'car', carId))
  return claim === null && updateState(db, carId, 'reserved', 'instock')
}

export async function sellCar(db: Db, carId: string): Promise<boolean> {
  const isSold = await updateState(db, carId, 'reserved', 'sold')
  if (isSold) await db.updateTable('cars').set({ featured_at: null }).where('id', '=', carId).execute()
  return isSold
}

async function updateState(db: Db, carId: string, from: Availability, to: Availability): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ state: to })
    .where('id', '=', carId)
    .where('state', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
