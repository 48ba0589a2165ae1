import { isEditable, undeletableStates } from '../../../contract/cars/car-life.ts'
import { ProblemError, type Sentence } from '../../../contract/api/problems.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { canAccess, type RowEndpoint } from '../../http/row-access.ts'
import { findCar, findCars, listOwners } from './car.repository.ts'
import type { Car } from './car.ts'

export function canEdit(actor: Actor, { sellerId }: Car): boolean {
  return canAccess('updateCar', actor, sellerId)
}

/**
 * Returns the cars with these IDs.
 * @throws ProblemError `not-found` if a car is missing or the actor may not access it
 */
export async function getOwnCars(
  db: Db,
  name: RowEndpoint,
  actor: Actor,
  ids: readonly string[],
): Promise<Car[]> {
  const cars = await findCars(db, ids)
  assertAllFound(name, actor, ids, cars)
  return cars
}

/** Checks the same as `getOwnCars` for cars that are too many to load into memory. */
export async function assertOwnsCars(
  db: Db,
  name: RowEndpoint,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  assertAllFound(name, actor, ids, await listOwners(db, ids))
}

function assertAllFound(
  name: RowEndpoint,
  actor: Actor,
  ids: readonly string[],
  cars: readonly Pick<Car, 'id' | 'sellerId'>[],
): void {
  const accessibleIds = new Set(
    cars.filter((car) => canAccess(name, actor, car.sellerId)).map((car) => car.id),
  )
  const missingId = ids.find((id) => !accessibleIds.has(id))
  if (missingId !== undefined) throw new ProblemError('not-found', { facts: { carID: missingId } })
}

/** Finds the actor's own draft with this ID. */
export async function findOwnDraft(db: Db, actor: Actor, id: string | undefined): Promise<Car | null> {
  const car = id === undefined ? null : await findCar(db, id)
  return car?.sellerId === actor.id && car.state === 'draft' && !car.isHidden ? car : null
}

/**
 * Verifies that a car can be changed now.
 * @throws ProblemError with the reason why it cannot
 */
export function assertEditable(car: Car): void {
  assertNotRemovedOrSold(car)
  if (!isEditable({ available: car.state }))
    throw new ProblemError('state-not-allowed', {
      detail: 'This car is archived. Bring it back, and then change it.',
      facts: { carID: car.id },
    })
}

/**
 * Verifies that a car is not removed, reserved, or sold.
 * @throws ProblemError with the reason why the car cannot be deleted now
 */
export function assertNotRemovedOrSold({ id, state, isHidden }: Car): void {
  const facts = { carID: id }
  if (isHidden) throw new ProblemError('not-found', { facts })
  const undeletable = undeletableStates.find((one) => one === state)
  if (undeletable) throw new ProblemError(rejections[undeletable].code, { ...rejections[undeletable], facts })
}

const rejections: Record<
  (typeof undeletableStates)[number],
  { code: 'car-reserved' | 'car-sold'; detail?: Sentence }
> = {
  reserved: { code: 'car-reserved' },
  sold: { code: 'car-sold', detail: 'This car is sold.' },
  'sold-elsewhere': {
    code: 'car-sold',
    detail: 'This car was sold elsewhere. Bring it back first, or archive it.',
  },
}
