import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import { toSearchedTexts } from '../../db/full-text.ts'
import { DISTANCE_MM, sharedNames, sharedValuesInSql } from '../../search/car-columns.ts'
import type { SharedValue } from '../../search/coded-column.ts'
import type { ComparedFacts } from './search-matcher.ts'

/** A listed car with the values that saved searches compare. */
export interface ComparedCar {
  number: number
  carId: string
  facts: ComparedFacts
}

/** Reads the current values of the listed cars among these numbers. */
export async function readListed(db: Db, numbers: readonly number[]): Promise<ComparedCar[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('listed_cars')
    .innerJoin('cars', 'cars.id', 'listed_cars.car_id')
    .select(['listed_cars.number', 'cars.id', 'cars.all_in_minor', 'cars.featured_at'])
    .select(['cars.model_name', 'cars.category_name as make', 'cars.description', 'cars.location'])
    .select(sql<number | null>`${sql.raw(DISTANCE_MM)}`.as('distance'))
    .select(
      sharedNames.map((name, index) =>
        sql<SharedValue>`${sql.raw(sharedValuesInSql[index]!)}`.as(`shared ${name}`),
      ),
    )
    .where('listed_cars.number', 'in', numbers)
    .execute()
  return rows.map((row) => ({
    number: row.number,
    carId: row.id,
    facts: {
      shared: sharedNames.map((name) => row[`shared ${name}`]),
      priceMinor: row.all_in_minor,
      distanceMm: row.distance,
      isFeatured: row.featured_at !== null,
      texts: toSearchedTexts([row.model_name, row.make ?? '', row.description], row.location),
    },
  }))
}

/** Reads the values of cars, among these numbers, that were listed when they were last compared. */
export async function readCompared(
  db: Db,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, ComparedFacts>> {
  const rows = await db
    .selectFrom('compared_cars')
    .select(['number', 'facts'])
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ number, facts }) => [number, JSON.parse(facts) as ComparedFacts]))
}

/** Stores the values of listed cars. Numbers without a car among `cars` are not listed anymore. */
export async function storeCompared(
  db: Db,
  numbers: readonly number[],
  cars: readonly ComparedCar[],
): Promise<void> {
  await db.deleteFrom('compared_cars').where('number', 'in', numbers).execute()
  if (cars.length === 0) return
  const rows = cars.map(({ number, carId, facts }) => ({
    number,
    car_id: carId,
    facts: JSON.stringify(facts),
  }))
  await db.insertInto('compared_cars').values(rows).execute()
}

/** Lists the numbers of all cars that are listed, or were when they were last compared. */
export async function listComparable(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('listed_cars')
    .select('number')
    .union(db.selectFrom('compared_cars').select('number'))
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

/** The names of the stored values. Values that an earlier release stored can't be compared with others. */
export const COMPARED_NAMES = sharedNames.join(' ')
