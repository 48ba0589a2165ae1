import { carName } from '../../../contract/cars/car-name.ts'
import type { Availability } from '../../../contract/cars/cars.ts'
import type { Db } from '../../db/tables.ts'

export interface OfferedCar {
  id: string
  sellerId: string
  isSellerEmailVerified: boolean
  isSellerDeleted: boolean
  modelName: string
  /** Year, make, and model. */
  name: string
  /**
   * The current price as typed by the seller. `priceMinor` is the price in cents, or null if the typed text
   * is not a price.
   */
  priceText: string
  priceMinor: number | null
  /** The deposit for a reservation in dollars and its length in days, if the seller entered them. */
  deposit: number | null
  depositDays: number | null
  location: string
  state: Availability
}

export async function findOfferedCar(db: Db, id: string): Promise<OfferedCar | null> {
  const row = await db
    .selectFrom('cars')
    .innerJoin('users as seller', 'seller.id', 'cars.seller_id')
    .select([
      'cars.id',
      'cars.seller_id',
      'seller.email_verified',
      'seller.deleted_at',
      'year',
      'category_name',
      'model_name',
    ])
    .select(['resell_price', 'price_minor', 'state', 'deposit', 'depositDays', 'location'])
    .where('cars.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    sellerId: row.seller_id,
    isSellerEmailVerified: row.email_verified === 1,
    isSellerDeleted: row.deleted_at !== null,
    modelName: row.model_name,
    name: carName({ year: row.year, category_name: row.category_name ?? '', modelName: row.model_name }),
    priceText: row.resell_price,
    priceMinor: row.price_minor,
    deposit: row.deposit,
    depositDays: row.depositDays,
    location: row.location,
    state: row.state,
  }
}
