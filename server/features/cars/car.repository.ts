import type { Availability } from '../../../contract/cars.ts'
import { parsePrice } from '../../../contract/money.ts'
import { checkRepeat, type Idempotency } from '../../db/idempotency.ts'
import type { Db } from '../../db/tables.ts'
import { insertPictures, updatePictures } from './car-pictures.repository.ts'
import { selectCars, toCar, toColumns } from './car.row.ts'
import type { Car, CarChange, CarFields } from './car.ts'

export async function findCar(db: Db, id: string): Promise<Car | null> {
  const row = await selectCars(db).where('cars.id', '=', id).executeTakeFirst()
  return row ? toCar(row) : null
}

export async function findCars(db: Db, ids: readonly string[]): Promise<Car[]> {
  const rows = await selectCars(db).where('cars.id', 'in', ids).execute()
  return rows.map(toCar)
}

/** Whether the user has the car on the purchase list, or bought it. */
export async function isOnPurchaseList(db: Db, carId: string, buyerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('purchases')
    .select('id')
    .where('car_id', '=', carId)
    .where('buyer_id', '=', buyerId)
    .where('state', '<>', 'removed')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A repeat is known by the seller's idempotency key.
 * @returns whether it was inserted; false where the key was used before.
 */
export async function insertCar(
  db: Db,
  car: { id: string; sellerId: string; fields: CarFields; idempotency: Idempotency | null },
  now: Date,
): Promise<boolean> {
  const result = await db
    .insertInto('cars')
    .values({
      ...toColumns(car.fields),
      id: car.id,
      seller_id: car.sellerId,
      state: 'instock',
      featured_at: null,
      posted_at: now.toISOString(),
      version: 1,
      hidden_at: null,
      idempotency_key: car.idempotency?.key ?? null,
      idempotency_digest: car.idempotency?.digest ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['seller_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .executeTakeFirst()
  const isNew = result.numInsertedOrUpdatedRows === 1n
  if (isNew) await insertPictures(db, car.id, car.fields.images)
  return isNew
}

/** The car that the key was used for. */
export async function getRepeatedCarId(db: Db, sellerId: string, repeat: Idempotency): Promise<string> {
  const first = await db
    .selectFrom('cars')
    .select(['id', 'idempotency_digest'])
    .where('seller_id', '=', sellerId)
    .where('idempotency_key', '=', repeat.key)
    .executeTakeFirstOrThrow()
  checkRepeat(repeat, first)
  return first.id
}

/** @returns whether it was saved; false where the car is not in stock, or no longer at that version. */
export async function updateCar(db: Db, id: string, version: number, fields: CarFields): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ ...toColumns(fields), version: version + 1 })
    .where('id', '=', id)
    .where('state', '=', 'instock')
    .where('version', '=', version)
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) return false
  await updatePictures(db, id, fields.images)
  return true
}

/** @returns how many were in stock, and so were changed */
export async function changeCars(db: Db, ids: readonly string[], change: CarChange): Promise<number> {
  const result = await db
    .updateTable('cars')
    .set((eb) => ({
      version: eb('version', '+', 1),
      ...(change.priceText !== undefined && {
        resell_price: change.priceText,
        price_minor: parsePrice(change.priceText),
      }),
      condition: change.condition,
      location: change.location,
      contact: change.sellerContact,
    }))
    .where('id', 'in', ids)
    .where('state', '=', 'instock')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** @returns how many were in stock, and so were withdrawn. */
export async function withdrawCars(db: Db, ids: readonly string[]): Promise<number> {
  const result = await db
    .updateTable('cars')
    .set({ state: 'withdrawn' })
    .where('id', 'in', ids)
    .where('state', '=', 'instock')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Takes a sold car out of sight; its sale's records stay. */
export async function hideSoldCar(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ hidden_at: now.toISOString(), featured_at: null })
    .where('id', '=', id)
    .where('state', '=', 'sold')
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Takes deletions back: withdrawn cars are in stock again, hidden ones in sight. A car whose seller's account was
 * deleted meanwhile stays away.
 * @returns how many came back; those that came back before do not count
 */
export async function restoreCars(db: Db, ids: readonly string[]): Promise<number> {
  const result = await db
    .updateTable('cars')
    .set((eb) => ({
      state: eb
        .case()
        .when('state', '=', 'withdrawn')
        .then<Availability>('instock')
        .else(eb.ref('state'))
        .end(),
      hidden_at: null,
    }))
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('state', '=', 'withdrawn'), eb('hidden_at', 'is not', null)]))
    .where('seller_id', 'in', (eb) => eb.selectFrom('users').select('id').where('deleted_at', 'is', null))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** @returns whether it changed; false where it was featured already, or is not listed. */
export async function featureCar(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ featured_at: now.toISOString() })
    .where('id', '=', id)
    .where('state', 'in', ['instock', 'reserved'])
    .where('featured_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function unfeatureCar(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ featured_at: null })
    .where('id', '=', id)
    .where('featured_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** @returns whether the car is in stock again; false unless it is sold and every sale of it was refunded in full. */
export async function relistRefundedCar(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ state: 'instock', hidden_at: null })
    .where('id', '=', id)
    .where('state', '=', 'sold')
    .where(({ exists, not, selectFrom }) => {
      const sales = selectFrom('payments')
        .select('payments.id')
        .whereRef('payments.car_id', '=', 'cars.id')
        .where('payments.is_sale', '=', 1)
      return exists(sales).and(not(exists(sales.where('payments.state', '<>', 'refunded'))))
    })
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
