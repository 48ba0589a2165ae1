import { ProblemError } from '../../../contract/problems.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../http/handler.ts'
import { findCars } from './car.repository.ts'
import type { StoredCar } from './stored-car.ts'

type Editor = Pick<Actor, 'id' | 'isAdmin'>

/** Sellers edit their own cars, admins all. */
export function mayEdit(actor: Editor, car: StoredCar): boolean {
  return actor.isAdmin || car.sellerId === actor.id
}

/**
 * The cars named, each of which the actor may edit.
 * @throws ProblemError `not-found` where one is not there or not theirs
 */
export async function getEditableCars(db: Db, actor: Editor, ids: readonly string[]): Promise<StoredCar[]> {
  const cars = await findCars(db, ids)
  const found = new Set(cars.filter((car) => mayEdit(actor, car)).map((car) => car._id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new ProblemError('not-found', { facts: { carID: missing } })
  return cars
}

/** @throws ProblemError that says why the car cannot be changed now */
export function refuseUnlessInStock(car: StoredCar): void {
  const facts = { carID: car._id }
  if (car.available === 'withdrawn') throw new ProblemError('not-found', { facts })
  if (car.available === 'reserved') throw new ProblemError('car-reserved', { facts })
  if (car.available === 'sold') throw new ProblemError('car-sold', { detail: 'This car is sold.', facts })
}
