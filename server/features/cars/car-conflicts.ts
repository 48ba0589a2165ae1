import { isLive } from '../../../contract/car-life.ts'
import type { CarDraft } from '../../../contract/cars.ts'
import { isSpecifiedCall, missingForListing } from '../../../contract/listing-checklist.ts'
import { parsePrice } from '../../../contract/money.ts'
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
    ...findMissing(input, draft),
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

/** What a car needs to be listed; of what was sent and is wrong, something else is told. */
function findMissing(input: Accepted<NewCar>, draft: Car | null): FieldError[] {
  if (isSpecifiedCall(input) && !('vin' in input) && !('noVinReason' in input)) return []
  const missing = missingForListing({
    category_name: input.category_name ?? '',
    modelName: input.modelName ?? '',
    year: input.year ?? null,
    mileage: input.mileage ?? null,
    priceMinor: parsePrice(input.resellPrice ?? ''),
    images: input.image_url
      ? [input.image_url]
      : ((input.images as string[] | undefined) ?? draft?.images ?? []),
    vin: input.vin ?? draft?.vin ?? null,
    noVinReason: input.noVinReason ?? draft?.noVinReason ?? '',
  })
  return missing.map(({ field, advice }) => ({ path: field, message: advice }))
}
