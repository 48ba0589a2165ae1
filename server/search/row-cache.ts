import { buildCarName } from '../../contract/cars/car-name.ts'
import type { Availability } from '../../contract/cars/cars.ts'
import { openPurchaseStates } from '../../contract/purchases.ts'
import { sqlFragments, type RowBatchReader } from '../db/engines/row-batch-reader.ts'
import { DISTANCE_MM } from './car-columns.ts'
import { createChangeLog, type ChangeLog } from './change-log.ts'

/** A car's values for sorting and filtering the list of all cars. */
export interface CachedCar {
  id: string
  sellerId: string
  state: Availability
  /** The posting time in milliseconds since 1970. */
  postedAt: number
  /** The price in cents. */
  priceMinor: number | null
  year: number | null
  /** The mileage in millimeters, so that mileages in both units are comparable. */
  distanceMm: number | null
  photos: number
  /** Number of buyers' lists that contain the car as an unpaid item. */
  lists: number
  /** Year, make, and model. */
  name: string
  /** The car's location, or an empty string if not provided. */
  location: string
  /** The seller's phone number. */
  contact: string
  /** The seller's stock number. Like the VIN, it is empty if not provided. */
  stockNo: string
  vin: string
}

/** Reads the values for the list of all cars, and their changes, from the database. */
export interface RowCache {
  /** Reads all cars that are not deleted, oldest first. */
  all(): Iterable<CachedCar>
  /** Reads the cars with these IDs that are not deleted. */
  some(ids: Iterable<string>): Iterable<CachedCar>
  /** Returns the IDs of users whose email address contains the search term. */
  findUsersByEmail(word: string): string[]
  /** The change log of cars, by car ID. */
  changes: ChangeLog<string>
}

type Row = [
  id: string,
  sellerId: string,
  state: Availability,
  postedAt: string,
  priceMinor: number | null,
  year: number | null,
  make: string | null,
  model: string,
  contact: string,
  stockNo: string,
  vin: string,
  location: string,
  distanceMm: number | null,
  photos: number,
  lists: number,
]

const open = openPurchaseStates.map((state) => `'${state}'`).join(', ')
const selectCars = `select id, seller_id, state, posted_at, all_in_minor, year, category_name, model_name, contact,
    coalesce(stock_no, ''), coalesce(vin, ''), location,
    ${DISTANCE_MM},
    (select count(*) from car_pictures where car_id = cars.id),
    (select count(*) from purchases where car_id = cars.id and state in (${open}))
  from cars where hidden_at is null`

export function createRowCache(rows: () => RowBatchReader): RowCache {
  const words = () => sqlFragments[rows().engine]

  return {
    *all() {
      for (const row of rows().read(`${selectCars} order by posted_at, id`)) yield toCachedCar(row as Row)
    },
    *some(ids) {
      for (const row of rows().read(
        `${selectCars} and id ${words().amongTexts(1)}`,
        JSON.stringify([...ids]),
      ))
        yield toCachedCar(row as Row)
    },
    findUsersByEmail: (word) =>
      [...rows().read(`select id from users where ${words().hasPart('email', 1)}`, word)].map(
        ([id]) => id as string,
      ),
    changes: createChangeLog(rows, (topic) => (topic.startsWith('car ') ? topic.slice('car '.length) : null)),
  }
}

function toCachedCar(row: Row): CachedCar {
  const [id, sellerId, state, postedAt, priceMinor, year, make, model, contact, ...others] = row
  const [stockNo, vin, location, distanceMm, photos, lists] = others
  return {
    id,
    sellerId,
    state,
    postedAt: Date.parse(postedAt),
    priceMinor,
    year,
    distanceMm,
    photos,
    lists,
    name: buildCarName({ year, category_name: make ?? '', modelName: model }),
    location,
    contact,
    stockNo,
    vin,
  }
}
