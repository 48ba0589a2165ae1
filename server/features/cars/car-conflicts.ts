import { isLive } from '../../../contract/car-life.ts'
import type { CarDraft } from '../../../contract/cars.ts'
import type { FieldError } from '../../../contract/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/tables.ts'
import { faultOf, type Accepted } from '../../http/find-faults.ts'
import type { Call } from '../../http/handler.ts'
import type { Car } from './car.ts'
import { refuseTakenStockNumber } from './stock-numbers.ts'
import { refuseOwnVin } from './vin-conflicts.ts'

type NewCar = Call<'addCar'>['body']

interface Own {
  sellerId: string
  carId?: string
}

/** What is refused of a new car by a code of its own, as faults of its fields. */
export async function findNewConflicts(
  db: Db,
  actor: Pick<Actor, 'id'>,
  input: Accepted<NewCar>,
  draft: Car | null,
): Promise<FieldError[]> {
  const own = { sellerId: actor.id, ...(draft && { carId: draft.id }) }
  return [
    ...(await findStockNumberFaults(db, input.stockNo ?? draft?.stockNo, own)),
    ...(draft?.heldVin ? [] : await findVinFaults(db, input.vin ?? draft?.vin, own)),
  ]
}

/** The same of a car that is edited; what stays as it is has been decided about. */
export async function findConflictsOf(db: Db, car: Car, input: Accepted<CarDraft>): Promise<FieldError[]> {
  const own = { sellerId: car.sellerId, carId: car.id }
  const isVinJudged = isLive(car.state) && car.heldVin === null && input.vin !== car.vin
  return [
    ...(input.stockNo === car.stockNo ? [] : await findStockNumberFaults(db, input.stockNo, own)),
    ...(isVinJudged ? await findVinFaults(db, input.vin, own) : []),
  ]
}

export function findStockNumberFaults(db: Db, number: string | null | undefined, own: Own) {
  return faultOf('stockNo', () => refuseTakenStockNumber(db, number ?? null, own))
}

async function findVinFaults(db: Db, vin: string | null | undefined, own: Own): Promise<FieldError[]> {
  return vin ? faultOf('vin', () => refuseOwnVin(db, vin, own)) : []
}
