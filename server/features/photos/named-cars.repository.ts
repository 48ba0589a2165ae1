import { sql, type RawBuilder } from 'kysely'
import { normalizeVin } from '../../../contract/cars/vin.ts'
import { rowsOf } from '../../db/engines/json.ts'
import { folded } from '../../db/engines/texts.ts'
import type { Db } from '../../db/tables.ts'
import { findCars } from '../cars/car.repository.ts'
import type { Car } from '../cars/car.ts'

/** A car, and the name that it was asked for by. */
export interface NamedCar {
  name: string
  car: Car
}

/** Nobody else waits long while so many are read. */
const AT_A_TIME = 100

/**
 * The seller's cars that have one of these as their VIN, or as their stock number, small and capital letters alike;
 * deleted ones apart. A car that two of them name comes twice.
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
      // Each name looks for its car: SQLite keeps a cross join's order.
      .crossJoin('cars')
      .where(isNamed)
      .where('cars.seller_id', '=', sellerId)
      .where('cars.hidden_at', 'is', null)
      .select(['name.key as place', 'cars.id'])
      .orderBy('name.key')
      .execute()
  )
}
