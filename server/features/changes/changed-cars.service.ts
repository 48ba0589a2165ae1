import { toPage, readCursor, type Page } from '../../db/page.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import { findCars } from '../cars/car.repository.ts'
import type { Car } from '../cars/car.ts'
import type { Change } from './change.ts'
import { listSetCars, listSetChanges } from './change.repository.ts'
import { computeNetChanges } from './net-changes.ts'
import { getSet } from './own-sets.ts'

/** A car and its changes in a set: one change per field. */
export interface ChangedCar {
  car: Car
  changes: Change[]
}

/**
 * Lists the cars that a change set changed.
 * @throws ProblemError `not-found`
 */
export async function listChangedCars({
  ctx: { db },
  actor,
  params,
  query: { limit, cursor },
}: Call<'listChangedCars'>): Promise<Page<ChangedCar>> {
  const set = await getSet(db, 'listChangedCars', actor, params.id)
  const after = readCursor(cursor)
  const ids = await listSetCars(db, set.id, { after: String(after?.[0] ?? ''), limit: limit + 1 })
  const page = toPage(ids, limit, set.count, (id) => [id, ''], String)
  return { ...page, items: await readCars(db, set.id, page.items) }
}

async function readCars(db: Db, set: number, ids: readonly string[]): Promise<ChangedCar[]> {
  const cars = new Map((await findCars(db, ids)).map((car) => [car.id, car]))
  const changes = Map.groupBy(await listSetChanges(db, set, ids), ({ carId }) => carId)
  const changedCars: ChangedCar[] = []
  for (const [id, carChanges] of changes) {
    const car = cars.get(id)
    if (car) changedCars.push({ car, changes: await computeNetChanges(db, id, carChanges) })
  }
  return changedCars.sort((one, other) => (one.car.id < other.car.id ? -1 : 1))
}
