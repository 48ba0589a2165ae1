import { sql, type RawBuilder } from 'kysely'
import { normalizeVin } from '../../../contract/cars/vin.ts'
import { rowsOf } from '../../db/engines/json.ts'
import { folded } from '../../db/engines/texts.ts'
import type { Db } from '../../db/tables.ts'
import { findCars } from '../cars/car.repository.ts'
import type { Car } from '../cars/car.ts'

/** A car, and the VIN or stock number by which it was requested. */
export interface NamedCar {
  name: string
  car: Car
}

/** Number of cars to read per batch. Small batches keep other requests from waiting long. */
const AT_A_TIME = 100

/**
 * Lists the seller's cars whose VIN or stock number is one of these names. The comparison ignores case, and
 * deleted cars are omitted. A car that matches two names is listed twice.
 */
export async function listNamedCars(db: Db, sellerId: string, names: readonly string[]): Promise<NamedCar[]> {
  const vins = await findNamed(db, sellerId, names.map(normalizeVin), sql<boolean>`cars.vin = name.value`)
  const isNumber = sql<boolean>`cars.stock_no is not null and ${folded(sql`cars.stock_no`)} = ${folded(sql`name.value`)}`
  const numbers = await findNamed(db, sellerId, names, isNumber)
  const named: NamedCar[] = []
  const all = [...vins, ...numbers]
  for (let from = 0; from < all.length; from += AT_A_TIME) {
    const some = all.slice(from, from + AT_A_TIME)
    const ids = some.map(({ id }) => id)
    const cars = new Map((await findCars(db, ids)).map((car) => [car.id, car]))
    for (const { id, place } of some) named.push({ name: names[place]!, car: cars.get(id)! })
  }
  return named
}

function findNamed(
  db: Db,
  sellerId: string,
  names: readonly string[],
  isNamed: RawBuilder<boolean>,
): Promise<{ place: number; id: string }[]> {
  return (
    db
      .selectFrom(rowsOf(names).as('name'))
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
