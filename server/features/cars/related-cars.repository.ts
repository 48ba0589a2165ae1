import type { CarFilters } from '../../../contract/cars/car-search.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { isListed, listNewestListedCars } from './car-lists.repository.ts'
import { selectCars, toCar } from './car.row.ts'
import type { Car } from './car.ts'

/** Maximum number of cars: two rows of cards on the widest screen. */
const MAX = 6

/** Maximum price difference of a similar car, relative to the car's price. */
const PRICE_RANGE = 0.25

/**
 * Lists cars similar to this one: of the same make and body at a similar price, then with ever less in common
 * until there are enough. Cars in `shown` are left out, because they are on the same page.
 */
export async function listSimilarCars(
  sources: Pick<Context, 'db' | 'search'>,
  car: Car,
  shown: readonly Car[],
): Promise<Car[]> {
  const leftOut = new Set([car, ...shown].map(({ id }) => id))
  const found = new Map<string, Car>()
  for (const filters of likenessesOf(car)) {
    for (const other of await listNewestListedCars(sources, filters, MAX + leftOut.size))
      if (!leftOut.has(other.id)) found.set(other.id, other)
    if (found.size >= MAX) break
  }
  return [...found.values()].slice(0, MAX)
}

function likenessesOf({ make: category_name, body, priceMinor }: Car): CarFilters[] {
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

/** Lists the seller's other listed cars, newest first. */
export async function listSellersOtherCars(db: Db, { id, sellerId }: Car): Promise<Car[]> {
  const rows = await selectCars(db)
    .where('cars.seller_id', '=', sellerId)
    .where(isListed)
    .where('cars.id', '<>', id)
    .orderBy('cars.posted_at', 'desc')
    .orderBy('cars.id', 'desc')
    .limit(MAX)
    .execute()
  return rows.map(toCar)
}
