import type { CarFilters } from '../../../contract/cars/car-search.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { isListed, listNewestListedCars } from './car-lists.repository.ts'
import { selectCars, toCar } from './car.row.ts'
import type { Car } from './car.ts'

/** Maximum number of cars: two rows of cards on the widest screen. */
const MAX_CARS = 6

/** Maximum price difference of a similar car, relative to the car's price. */
const PRICE_RANGE = 0.25

/**
 * Lists similar cars: first those of the same make and body at a similar price, and then others with less in
 * common until there are enough. Cars in `shownCars` are omitted because they are on the same page.
 */
export async function listSimilarCars(
  sources: Pick<Context, 'db' | 'search' | 'now'>,
  car: Car,
  shownCars: readonly Car[],
): Promise<Car[]> {
  const excludedIds = new Set([car, ...shownCars].map(({ id }) => id))
  const similarCars = new Map<string, Car>()
  for (const filters of listSimilarityFilters(car)) {
    for (const candidate of await listNewestListedCars(sources, filters, MAX_CARS + excludedIds.size))
      if (!excludedIds.has(candidate.id)) similarCars.set(candidate.id, candidate)
    if (similarCars.size >= MAX_CARS) break
  }
  return [...similarCars.values()].slice(0, MAX_CARS)
}

function listSimilarityFilters({ make: category_name, body, allInMinor }: Car): CarFilters[] {
  const make = { category_name }
  const shape = body === null ? {} : { body: [body] }
  const price =
    allInMinor === null
      ? {}
      : {
          priceMin: Math.floor(allInMinor * (1 - PRICE_RANGE)),
          priceMax: Math.ceil(allInMinor * (1 + PRICE_RANGE)),
        }
  return [{ ...make, ...shape, ...price }, { ...shape, ...price }, { ...make, ...shape }, make]
}

export async function listSellersOtherCars(db: Db, { id, sellerId }: Car): Promise<Car[]> {
  const rows = await selectCars(db)
    .where('cars.seller_id', '=', sellerId)
    .where(isListed)
    .where('cars.id', '<>', id)
    .orderBy('cars.posted_at', 'desc')
    .orderBy('cars.id', 'desc')
    .limit(MAX_CARS)
    .execute()
  return rows.map(toCar)
}
