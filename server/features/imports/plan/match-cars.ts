import { isEditable, isLive } from '../../../../contract/cars/car-life.ts'
import { normalizeVin } from '../../../../contract/cars/vin.ts'
import type { CellError } from './read-cell.ts'
import type { OwnCar } from './planned.ts'

/** The values in a row that identify a car. A value that the row does not contain is empty. */
export interface Naming {
  id: string
  vin: string
  stockNo: string
}

/** The seller's car that a row matches; null if none. */
interface Match {
  car: OwnCar | null
}

export interface CarsByName {
  /** Matches a row to a car by our own ID, then by VIN, and then by stock number. */
  match(naming: Naming): Match | { rejection: CellError; by: keyof Naming }
  /** Returns the IDs of all cars that a row names, even if there are several. */
  named(naming: Naming): string[]
}

/**
 * Indexes cars by ID, VIN, and stock number. If several cars share a VIN or a stock number, it prefers a car
 * in stock, then one that can be edited.
 */
export function indexCars(cars: readonly OwnCar[]): CarsByName {
  const byId = new Map(cars.map((car) => [car.id, car]))
  const ranked = cars.toSorted((one, other) => rankOf(one) - rankOf(other))
  const byVin = firstBy(ranked, ({ vin }) => vin)
  const byStock = firstBy(ranked, ({ stockNo }) => stockNo?.toLowerCase() ?? null)

  const find = ({ id, vin, stockNo }: Naming) => ({
    named: byId.get(id),
    ofVin: byVin.get(normalizeVin(vin)),
    ofStock: byStock.get(stockNo.trim().toLowerCase()),
  })

  return {
    named(naming) {
      return Object.values(find(naming)).flatMap((car) => car?.id ?? [])
    },
    match(naming) {
      const { named, ofVin, ofStock } = find(naming)
      const { id } = naming
      if (id !== '') return named ? matchNamed(named, ofVin, ofStock) : { rejection: unknownId, by: 'id' }
      if (ofVin && ofStock && ofVin !== ofStock) return { rejection: twoCars(ofStock, 'VIN'), by: 'stockNo' }
      return { car: ofVin ?? ofStock ?? null }
    },
  }
}

/**
 * Matches the car with the row's ID. If the row changes the VIN or stock number, the new one must not belong
 * to another car.
 */
function matchNamed(named: OwnCar, ofVin: OwnCar | undefined, ofStock: OwnCar | undefined) {
  const isOthersVin = ofVin && ofVin.vin !== named.vin && isLive(ofVin.state) && isLive(named.state)
  if (isOthersVin) return { rejection: twoCars(ofVin, 'ID'), by: 'vin' as const }
  if (ofStock && ofStock.stockNo?.toLowerCase() !== named.stockNo?.toLowerCase())
    return { rejection: twoCars(ofStock, 'ID'), by: 'stockNo' as const }
  return { car: named }
}

function rankOf({ state }: OwnCar): number {
  if (isLive(state)) return 0
  return isEditable({ available: state }) ? 1 : 2
}

function firstBy(
  cars: readonly OwnCar[],
  keyOf: (car: OwnCar) => string | null,
): ReadonlyMap<string, OwnCar> {
  const found = new Map<string, OwnCar>()
  for (const car of cars) {
    const key = keyOf(car)
    if (key && !found.has(key)) found.set(key, car)
  }
  return found
}

const unknownId: CellError = {
  message: 'None of your cars has this ID.',
  fix: 'Leave it empty for a new car.',
}

function twoCars({ stockNo, modelName }: OwnCar, other: string): CellError {
  const which = stockNo ? `stock number ${stockNo}` : modelName
  return {
    message: `This matches a different car of yours (${which}) than the ${other} does.`,
    fix: 'Correct whichever is wrong.',
  }
}
