import { isLive } from '../../../contract/car-life.ts'
import type { Availability } from '../../../contract/cars.ts'
import { pagePath } from '../../../contract/pages.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Db } from '../../db/tables.ts'
import type { Car } from './car.ts'
import { clearVin, findOwnCarWithVin, isListedElsewhere } from './vin.repository.ts'

/**
 * Whether a car of the seller's with this VIN has to wait for an admin before it is listed, since another seller has one
 * on the market. Who that is, neither is told.
 * @throws ProblemError `vin-listed`, which names their own car with it
 */
export async function needsReview(
  db: Db,
  vin: string | null,
  own: { sellerId: string; carId?: string },
): Promise<boolean> {
  if (vin === null) return false
  const carID = await findOwnCarWithVin(db, vin, own)
  if (carID !== null) throw vinListed(carID)
  return isListedElsewhere(db, vin, own.sellerId)
}

/** Where a car stands once it is edited: what was decided of its VIN holds until that is another one. */
export async function stateWithVin(db: Db, car: Car, vin: string | null): Promise<Availability> {
  if (vin === car.vin || !isLive(car.state)) return car.state
  const isHeld = await needsReview(db, vin, { sellerId: car.sellerId, carId: car.id })
  if (car.state !== 'instock' && car.state !== 'in-review') return car.state
  return isHeld ? 'in-review' : 'instock'
}

/** Where a car goes that is to go there. An admin who lists one that is in review has decided that it may be. */
export async function stateAfterStep(db: Db, car: Car, to: Availability): Promise<Availability> {
  if (!isLive(to)) return to
  if (car.state === 'in-review' && to === 'instock') await clearVin(db, car.id)
  else if (await needsReview(db, car.vin, { sellerId: car.sellerId, carId: car.id }))
    return to === 'instock' && !car.isVinCleared ? 'in-review' : to
  return to
}

function vinListed(carID: string): ProblemError {
  const message = 'You’ve already listed a car with this VIN. Edit that listing instead.'
  return new ProblemError('vin-listed', {
    errors: [{ path: 'vin', message }],
    facts: { carID, link: pagePath('car', { id: carID }) },
  })
}
