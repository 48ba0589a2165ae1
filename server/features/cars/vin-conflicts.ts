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

type ListingStatus = Pick<Car, 'state' | 'heldVin'>

/**
 * Finds the VIN that an admin has to review before a seller's car is listed, or null if no review is needed.
 * The car needs a review if another seller has a car with this VIN. It also needs one if it is probably a car
 * that already awaits review, such as one that was deleted and added again. Sellers do not learn who the
 * other seller is.
 * @throws ProblemError `vin-listed`, which names the seller's own car with this VIN
 */
export async function findHold(
  db: Db,
  fields: VinFields,
  owner: { sellerId: string; carId?: string },
  now: Date,
): Promise<string | null> {
  const { vin } = fields
  if (vin !== null) {
    await assertVinNotListed(db, vin, owner)
    if (await isClaimedElsewhere(db, vin, owner.sellerId, now)) return vin
  }
  return findUndecidedVin(db, fields, owner)
}

/**
 * Rejects a VIN that another of the seller's cars has.
 * @throws ProblemError `vin-listed`, which names that car
 */
async function assertVinNotListed(
  db: Db,
  vin: string,
  owner: { sellerId: string; carId?: string },
): Promise<void> {
  const carID = await findOwnCarWithVin(db, vin, owner)
  if (carID !== null) throw vinListed(carID)
}

/**
 * Returns a car's state and held VIN after an edit. A held car stays held. An admin's approval applies until the
 * VIN changes, unless the edit turns the car into one of the seller's cars that wait for an admin.
 */
export async function statusAfterEdit(
  db: Db,
  car: Car,
  fields: VinFields,
  now: Date,
): Promise<ListingStatus> {
  const { state, heldVin } = car
  if (!isLive(state) || isSameCar(car, fields)) return { state, heldVin }
  const owner = { sellerId: car.sellerId, carId: car.id }
  const isCleared = car.isVinCleared && fields.vin === car.vin
  const hold =
    heldVin ?? (await (isCleared ? findUndecidedVin(db, fields, owner) : findHold(db, fields, owner, now)))
  if (state === 'in-review' || (state === 'instock' && hold !== null))
    return { state: 'in-review', heldVin: hold }
  return { state, heldVin: car.isListedBefore ? hold : heldVin }
}

function isSameCar(car: VinFields, fields: VinFields): boolean {
  return (['vin', 'make', 'model', 'modelName', 'year'] as const).every((name) => car[name] === fields[name])
}

/**
 * Returns the state and held VIN of a car after a move to the state `to`. An admin who lists a car in review
 * thereby approves it.
 */
export async function statusAfterStep(db: Db, car: Car, to: Availability, now: Date): Promise<ListingStatus> {
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
