import { formatSellingPrice, type SellerFee } from '../../../contract/all-in-price.ts'
import { buildCarName } from '../../../contract/cars/car-name.ts'
import type { Availability } from '../../../contract/cars/cars.ts'
import { fromFeesColumn } from '../../db/fees-column.ts'
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
   * The current price with the seller's fees; without fees, as typed by the seller. `priceMinor` is the price in
   * cents, or null if the typed text is not a price.
   */
  priceText: string
  priceMinor: number | null
  fees: readonly SellerFee[]
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
    .select(['resell_price', 'all_in_minor', 'fees', 'state', 'deposit', 'depositDays', 'location'])
    .where('cars.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const fees = fromFeesColumn(row.fees)
  return {
    id: row.id,
    sellerId: row.seller_id,
    isSellerEmailVerified: row.email_verified === 1,
    isSellerDeleted: row.deleted_at !== null,
    modelName: row.model_name,
    name: buildCarName({ year: row.year, category_name: row.category_name ?? '', modelName: row.model_name }),
    priceText: formatSellingPrice(row.resell_price, row.all_in_minor, fees),
    priceMinor: row.all_in_minor,
    fees,
    deposit: row.deposit,
    depositDays: row.depositDays,
    location: row.location,
    state: row.state,
  }
}
