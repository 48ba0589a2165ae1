import { isLive } from '../../../contract/cars/car-life.ts'
import type { Availability } from '../../../contract/cars/cars.ts'
import { pagePath } from '../../../contract/pages.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Db } from '../../db/tables.ts'
import type { Car } from './car.ts'
import {
  clearVin,
  findOwnCarWithVin,
  findUndecidedVin,
  isClaimedElsewhere,
  type VinFields,
} from './vin.repository.ts'

/** Where a car stands, and the VIN for which it waits for an admin. */
type Standing = Pick<Car, 'state' | 'heldVin'>

/**
 * The VIN for which a car of the seller's has to wait for an admin before it is listed; null where it need not. Another
 * seller has the car with this VIN, or this is the car, as far as can be told, that waits for that already: deleted and
 * added again, say. Who the other is, neither is told.
 * @throws ProblemError `vin-listed`, which names their own car with it
 */
export async function findHold(
  db: Db,
  said: VinFields,
  own: { sellerId: string; carId?: string },
  now: Date,
): Promise<string | null> {
  const { vin } = said
  if (vin !== null) {
    await assertVinNotListed(db, vin, own)
    if (await isClaimedElsewhere(db, vin, own.sellerId, now)) return vin
  }
  return findUndecidedVin(db, said, own)
}

/** @throws ProblemError `vin-listed`, which names the seller's car with it */
async function assertVinNotListed(
  db: Db,
  vin: string,
  own: { sellerId: string; carId?: string },
): Promise<void> {
  const carID = await findOwnCarWithVin(db, vin, own)
  if (carID !== null) throw vinListed(carID)
}

/** Where a car stands once it is edited. What is held stays held, and what was decided of its VIN holds until that is another. */
export async function standingAfterEdit(db: Db, car: Car, said: VinFields, now: Date): Promise<Standing> {
  const { state, heldVin } = car
  if (!isLive(state) || isSameCar(car, said)) return { state, heldVin }
  if (car.isVinCleared && said.vin === car.vin) return { state, heldVin }
  const hold = heldVin ?? (await findHold(db, said, { sellerId: car.sellerId, carId: car.id }, now))
  if (state === 'in-review' || (state === 'instock' && hold !== null))
    return { state: 'in-review', heldVin: hold }
  return { state, heldVin: car.isListedBefore ? hold : heldVin }
}

function isSameCar(car: VinFields, said: VinFields): boolean {
  return (['vin', 'make', 'model', 'modelName', 'year'] as const).every((name) => car[name] === said[name])
}

/** Where a car stands that is to go there. An admin who lists one that is in review has decided that it may be. */
export async function standingAfterStep(db: Db, car: Car, to: Availability, now: Date): Promise<Standing> {
  const { heldVin } = car
  if (!isLive(to)) return { state: to, heldVin }
  if (car.state === 'in-review' && to === 'instock') {
    await clearVin(db, car.id)
    return { state: to, heldVin: null }
  }
  const hold = heldVin ?? (await findHold(db, car, { sellerId: car.sellerId, carId: car.id }, now))
  if (hold === null || (heldVin === null && car.isVinCleared)) return { state: to, heldVin }
  if (to === 'instock') return { state: 'in-review', heldVin: hold }
  return { state: to, heldVin: car.isListedBefore ? hold : heldVin }
}

function vinListed(carID: string): ProblemError {
  const message = 'You’ve already listed a car with this VIN. Edit that listing instead.'
  return new ProblemError('vin-listed', {
    errors: [{ path: 'vin', message }],
    facts: { carID, link: pagePath('car', { id: carID }) },
  })
}
