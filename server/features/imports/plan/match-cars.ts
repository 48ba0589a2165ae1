import { isEditable, isLive } from '../../../../contract/cars/car-life.ts'
import { normalizeVin } from '../../../../contract/cars/vin.ts'
import type { CellError } from './read-cell.ts'
import type { OwnCar } from './planned.ts'

/** What names a car in a row; empty where the row doesn't say. */
export interface Naming {
  id: string
  vin: string
  stockNo: string
}

/** Which of the seller's cars a row is. */
interface Match {
  car: OwnCar | null
}

export interface CarsByName {
  /** By our own ID, then by VIN, then by stock number. */
  match(naming: Naming): Match | { fault: CellError; by: keyof Naming }
  /** All that it names, be it several. */
  named(naming: Naming): string[]
}

/** Of several cars with a VIN, a car that is in stock, or else one that can be changed, goes first. */
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
      if (id !== '') return named ? matchNamed(named, ofVin, ofStock) : { fault: unknownId, by: 'id' }
      if (ofVin && ofStock && ofVin !== ofStock) return { fault: twoCars(ofStock, 'VIN'), by: 'stockNo' }
      return { car: ofVin ?? ofStock ?? null }
    },
  }
}

/** What the file changes of the car that it names must not be another's. */
function matchNamed(named: OwnCar, ofVin: OwnCar | undefined, ofStock: OwnCar | undefined) {
  const isOthersVin = ofVin && ofVin.vin !== named.vin && isLive(ofVin.state) && isLive(named.state)
  if (isOthersVin) return { fault: twoCars(ofVin, 'ID'), by: 'vin' as const }
  if (ofStock && ofStock.stockNo?.toLowerCase() !== named.stockNo?.toLowerCase())
    return { fault: twoCars(ofStock, 'ID'), by: 'stockNo' as const }
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
