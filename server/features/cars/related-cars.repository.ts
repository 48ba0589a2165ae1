import type { CarFilters } from '../../../contract/car-search.ts'
import type { Db } from '../../db/tables.ts'
import { listNewestListedCars } from './car-lists.repository.ts'
import { isListed } from './car-filters.ts'
import { selectCars } from './car.repository.ts'
import { toStoredCar, type StoredCar } from './stored-car.ts'

/** A row of cards on the widest screen holds as many twice. */
const MOST = 6

/** How far a price may lie from the car's. */
const PRICE_RANGE = 0.25

/**
 * Listed cars like this one: of its make, body and price, then with ever less in common until there are enough.
 * Those already `shown` beside them are left out.
 */
export async function listSimilarCars(
  db: Db,
  car: StoredCar,
  shown: readonly StoredCar[],
): Promise<StoredCar[]> {
  const leftOut = new Set([car, ...shown].map(({ _id }) => _id))
  const found = new Map<string, StoredCar>()
  for (const filters of likenessesOf(car)) {
    for (const other of await listNewestListedCars(db, filters, MOST + leftOut.size))
      if (!leftOut.has(other._id)) found.set(other._id, other)
    if (found.size >= MOST) break
  }
  return [...found.values()].slice(0, MOST)
}

function likenessesOf({ category_name, body, priceMinor }: StoredCar): CarFilters[] {
  const make = { category_name }
  const shape = body === null ? {} : { body: [body] }
  const price =
    priceMinor === null
      ? {}
      : {
          priceMin: Math.floor(priceMinor * (1 - PRICE_RANGE)),
          priceMax: Math.ceil(priceMinor * (1 + PRICE_RANGE)),
        }
  return [{ ...make, ...shape, ...price }, { ...shape, ...price }, { ...make, ...shape }, make]
}

/** What else its seller has listed, newest first. */
export async function listSellersOtherCars(db: Db, { _id, sellerId }: StoredCar): Promise<StoredCar[]> {
  const rows = await selectCars(db)
    .where('cars.seller_id', '=', sellerId)
    .where(isListed)
    .where('cars.id', '<>', _id)
    .orderBy('cars.posted_at', 'desc')
    .orderBy('cars.id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(toStoredCar)
}
