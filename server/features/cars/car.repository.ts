import type { UpdateResult } from 'kysely'
import { editableStates, undeletableStates } from '../../../contract/cars/car-life.ts'
import type { Availability } from '../../../contract/cars/cars.ts'
import { parsePrice } from '../../../contract/money.ts'
import { checkRepeat, type Idempotency } from '../../db/idempotency.ts'
import type { Db } from '../../db/tables.ts'
import { notSoldElsewhere } from './car-state.repository.ts'
import { insertPhotos, updatePhotos } from './car-photos.repository.ts'
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

export async function listOwners(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; sellerId: string }[]> {
  return db.selectFrom('cars').select(['id', 'seller_id as sellerId']).where('id', 'in', ids).execute()
}

/** Reports whether the car is on the user's purchase list or was bought by the user. */
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

export interface NewCar {
  id: string
  sellerId: string
  fields: CarFields
  /** The initial state. A car in review is visible only to its seller until an admin has approved it. */
  state: 'instock' | 'in-review' | 'draft'
  idempotency: Idempotency | null
}

export async function insertCar(db: Db, car: NewCar, now: Date): Promise<void> {
  await db
    .insertInto('cars')
    .values({
      ...toColumns(car.fields, car.sellerId),
      id: car.id,
      seller_id: car.sellerId,
      state: car.state,
      featured_at: null,
      posted_at: now.toISOString(),
      listed_at: car.state === 'instock' ? now.toISOString() : null,
      version: 1,
      hidden_at: null,
      ...notSoldElsewhere,
      idempotency_key: car.idempotency?.key ?? null,
      idempotency_digest: car.idempotency?.digest ?? null,
    })
    .execute()
  await insertPhotos(db, car.id, car.fields.images)
}

/**
 * Finds the car that was added with this idempotency key.
 * @throws ProblemError `key-reused` if the key was used for a different car
 */
export async function findCarByIdempotencyKey(
  db: Db,
  sellerId: string,
  repeat: Idempotency,
): Promise<Pick<Car, 'id' | 'state'> | null> {
  const first = await db
    .selectFrom('cars')
    .select(['id', 'state', 'idempotency_digest'])
    .where('seller_id', '=', sellerId)
    .where('idempotency_key', '=', repeat.key)
    .executeTakeFirst()
  if (!first) return null
  checkRepeat(repeat, first)
  return first
}

/**
 * Updates a car.
 * @returns true if it was saved; false if the car may not be edited anymore or no longer has that version
 */
export async function updateCar(
  db: Db,
  { id, version }: Pick<Car, 'id' | 'version'>,
  { fields, state }: { fields: CarFields; state: Car['state'] },
): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ ...toColumns(fields), state, version: version + 1 })
    .where('id', '=', id)
    .where('state', 'in', editableStates)
    .where('hidden_at', 'is', null)
    .where('version', '=', version)
    .executeTakeFirst()
  return savePhotos(db, id, fields, result)
}

/**
 * Saves a draft.
 * @returns true if it was saved; false if the car was listed or no longer has that version
 */
export async function saveDraft(db: Db, id: string, version: number, fields: CarFields): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ ...toColumns(fields), version: version + 1 })
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'due-in', 'preparing'])
    .where('listed_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where('version', '=', version)
    .executeTakeFirst()
  return savePhotos(db, id, fields, result)
}

/**
 * Turns a draft into the listed car that its seller adds. The car takes over the idempotency key.
 * @returns true if it was still a draft
 */
export async function listDraft(db: Db, draft: Omit<NewCar, 'sellerId'>, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const result = await db
    .updateTable('cars')
    .set((eb) => ({
      ...toColumns(draft.fields),
      state: draft.state,
      posted_at: at,
      listed_at: draft.state === 'instock' ? at : null,
      version: eb('version', '+', 1),
      idempotency_key: draft.idempotency?.key ?? null,
      idempotency_digest: draft.idempotency?.digest ?? null,
    }))
    .where('id', '=', draft.id)
    .where('state', '=', 'draft')
    .where('listed_at', 'is', null)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return savePhotos(db, draft.id, draft.fields, result)
}

/**
 * Saves the photos of a car if its row was written.
 * @returns true if the row was written
 */
async function savePhotos(
  db: Db,
  id: string,
  { images }: CarFields,
  { numUpdatedRows }: UpdateResult,
): Promise<boolean> {
  const isSaved = numUpdatedRows === 1n
  if (isSaved) await updatePhotos(db, id, images)
  return isSaved
}

/**
 * Applies a change to the cars that can be edited.
 * @returns the number of changed cars
 */
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
    .where('state', 'in', editableStates)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/**
 * Hides cars, and takes those in stock off the market. Their records remain.
 * @returns the number of deleted cars; sold, reserved, and already deleted cars are skipped
 */
export async function deleteCars(db: Db, ids: readonly string[], now: Date): Promise<number> {
  const result = await db
    .updateTable('cars')
    .set((eb) => ({
      state: eb
        .case()
        .when('state', '=', 'instock')
        .then<Availability>('withdrawn')
        .else(eb.ref('state'))
        .end(),
      hidden_at: now.toISOString(),
    }))
    .where('id', 'in', ids)
    .where('state', 'not in', undeletableStates)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function hideSoldCar(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('cars')
    .set({ hidden_at: now.toISOString(), featured_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['sold', 'sold-elsewhere'])
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Hides cars that another user has already hidden. That user can then no longer undo or revert it. */
export async function hideAgain(db: Db, ids: readonly string[], actorId: string, now: Date): Promise<void> {
  await db
    .updateTable('cars')
    .set({ hidden_at: now.toISOString() })
    .where('id', 'in', ids)
    .where('hidden_at', 'is not', null)
    .where((eb) => {
      const hideChanges = eb
        .selectFrom('car_changes')
        .whereRef('car', '=', 'cars.id')
        .where('field', '=', 'hiddenAt')
      return eb(hideChanges.select('actor').orderBy('id', 'desc').limit(1), 'is not', actorId)
    })
    .execute()
}

/**
 * Features a listed car.
 * @returns true if the car changed; false if it was already featured or is not listed
 */
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

/**
 * Lists a refunded car again.
 * @returns true if the car is in stock again; false unless it is sold and every sale of it was refunded in
 * full
 */
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
