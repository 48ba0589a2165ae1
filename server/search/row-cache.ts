import { carName } from '../../contract/cars/car-name.ts'
import type { Availability } from '../../contract/cars/cars.ts'
import { openPurchaseStates } from '../../contract/purchases.ts'
import { rowWords, type RowBatchReader } from '../db/engines/row-batch-reader.ts'
import { DISTANCE_MM } from './car-columns.ts'
import { createChangeLog, type ChangeLog } from './change-log.ts'

/** A car that is not deleted, by what its list is arranged by. */
export interface CachedCar {
  id: string
  sellerId: string
  state: Availability
  /** Milliseconds since 1970. */
  postedAt: number
  /** Cents. */
  priceMinor: number | null
  year: number | null
  /** In millimeters, so that both units compare. */
  distanceMm: number | null
  /** How many photos it has. */
  photos: number
  /** On how many purchase lists it is, unpaid. */
  lists: number
  /** Year, make and model. */
  name: string
  /** Where it is; empty where that is not said. */
  location: string
  /** The seller's phone number. */
  contact: string
  /** The seller's own number for it; empty, where there is none, like the VIN. */
  stockNo: string
  vin: string
}

/** Reads from the database what the list of all cars is arranged by, and what of it has changed. */
export interface RowCache {
  /** The oldest first. */
  all(): Iterable<CachedCar>
  /** Those of these ids that are not deleted. */
  some(ids: Iterable<string>): Iterable<CachedCar>
  /** The ids of those whose address has the word in it. */
  usersBy(word: string): string[]
  /** By their ids. */
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
const kept = `select id, seller_id, state, posted_at, price_minor, year, category_name, model_name, contact,
    coalesce(stock_no, ''), coalesce(vin, ''), location,
    ${DISTANCE_MM},
    (select count(*) from car_pictures where car_id = cars.id),
    (select count(*) from purchases where car_id = cars.id and state in (${open}))
  from cars where hidden_at is null`

export function createRowCache(rows: () => RowBatchReader): RowCache {
  const words = () => rowWords[rows().engine]

  return {
    *all() {
      for (const row of rows().read(`${kept} order by posted_at, id`)) yield toCachedCar(row as Row)
    },
    *some(ids) {
      for (const row of rows().read(`${kept} and id ${words().amongTexts(1)}`, JSON.stringify([...ids])))
        yield toCachedCar(row as Row)
    },
    usersBy: (word) =>
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
    name: carName({ year, category_name: make ?? '', modelName: model }),
    location,
    contact,
    stockNo,
    vin,
  }
}
