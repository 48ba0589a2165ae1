import { sql, type RawBuilder } from 'kysely'
import { normalizeVin } from '../../../contract/cars/vin.ts'
import { toRows } from '../../db/engines/json.ts'
import { foldCase } from '../../db/engines/texts.ts'
import type { Db } from '../../db/tables.ts'
import { findCars } from '../cars/car.repository.ts'
import type { Car } from '../cars/car.ts'

/** A car, and the requested VIN or stock number. */
export interface NamedCar {
  name: string
  car: Car
}

/** Number of cars to read per batch. Small batches keep other requests from waiting long. */
const BATCH_SIZE = 100

/**
 * Lists the seller's cars whose VIN or stock number is one of these names. The comparison ignores case, and
 * deleted cars are omitted. A car that matches two names is listed twice.
 */
export async function listNamedCars(db: Db, sellerId: string, names: readonly string[]): Promise<NamedCar[]> {
  const vins = await findNamed(db, sellerId, names.map(normalizeVin), sql<boolean>`cars.vin = name.value`)
  const isNumber = sql<boolean>`cars.stock_no is not null and ${foldCase(sql`cars.stock_no`)} = ${foldCase(sql`name.value`)}`
  const numbers = await findNamed(db, sellerId, names, isNumber)
  const namedCars: NamedCar[] = []
  const matches = [...vins, ...numbers]
  for (let start = 0; start < matches.length; start += BATCH_SIZE) {
    const batch = matches.slice(start, start + BATCH_SIZE)
    const ids = batch.map(({ id }) => id)
    const cars = new Map((await findCars(db, ids)).map((car) => [car.id, car]))
    for (const { id, place } of batch) namedCars.push({ name: names[place]!, car: cars.get(id)! })
  }
  return namedCars
}

function findNamed(
  db: Db,
  sellerId: string,
  names: readonly string[],
  isNamed: RawBuilder<boolean>,
): Promise<{ place: number; id: string }[]> {
  return (
    db
      .selectFrom(toRows(names).as('name'))
      // SQLite does not reorder a cross join, so it looks up a car for each name instead of scanning all
      // cars.
      .crossJoin('cars')
      .where(isNamed)
      .where('cars.seller_id', '=', sellerId)
      .where('cars.hidden_at', 'is', null)
      .select(['name.key as place', 'cars.id'])
      .orderBy('name.key')
      .execute()
  )
}
