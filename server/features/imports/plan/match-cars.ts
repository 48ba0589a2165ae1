import { isEditable, isLive } from '../../../../contract/cars/car-life.ts'
import { normalizeVin } from '../../../../contract/cars/vin.ts'
import type { CellError } from './read-cell.ts'
import type { OwnCar } from './planned-row.ts'

/** The values in a row that identify a car. Missing values are empty strings. */
export interface Naming {
  id: string
  vin: string
  stockNo: string
}

interface Match {
  car: OwnCar | null
}

export interface CarsByName {
  /** Matches a row to a car by our own ID, then by VIN, and then by stock number. */
  match(naming: Naming): Match | { rejection: CellError; by: keyof Naming }
  /** Returns the IDs of all cars that a row names, even if they differ. */
  findNamedIds(naming: Naming): string[]
}

/**
 * Indexes cars by ID, VIN, and stock number. If several cars share a VIN or stock number, a car in stock
 * takes precedence, then one that can be edited.
 */
export function indexCars(cars: readonly OwnCar[]): CarsByName {
  const byId = new Map(cars.map((car) => [car.id, car]))
  const ranked = cars.toSorted((a, b) => rankCar(a) - rankCar(b))
  const byVin = indexFirst(ranked, ({ vin }) => vin)
  const byStock = indexFirst(ranked, ({ stockNo }) => stockNo?.toLowerCase() ?? null)

  const find = ({ id, vin, stockNo }: Naming) => ({
    carById: byId.get(id),
    carByVin: byVin.get(normalizeVin(vin)),
    carByStockNo: byStock.get(stockNo.trim().toLowerCase()),
  })

  return {
    findNamedIds(naming) {
      return Object.values(find(naming)).flatMap((car) => car?.id ?? [])
    },
    match(naming) {
      const { carById, carByVin, carByStockNo } = find(naming)
      const { id } = naming
      if (id !== '')
        return carById ? matchNamed(carById, carByVin, carByStockNo) : { rejection: unknownId, by: 'id' }
      if (carByVin && carByStockNo && carByVin !== carByStockNo)
        return { rejection: twoCars(carByStockNo, 'VIN'), by: 'stockNo' }
      return { car: carByVin ?? carByStockNo ?? null }
    },
  }
}

/** Matches the car with the row's ID. The row's VIN and stock number must not belong to another car. */
function matchNamed(carById: OwnCar, carByVin: OwnCar | undefined, carByStockNo: OwnCar | undefined) {
  const isOthersVin =
    carByVin && carByVin.vin !== carById.vin && isLive(carByVin.state) && isLive(carById.state)
  if (isOthersVin) return { rejection: twoCars(carByVin, 'ID'), by: 'vin' as const }
  if (carByStockNo && carByStockNo.stockNo?.toLowerCase() !== carById.stockNo?.toLowerCase())
    return { rejection: twoCars(carByStockNo, 'ID'), by: 'stockNo' as const }
  return { car: carById }
}

function rankCar({ state }: OwnCar): number {
  if (isLive(state)) return 0
  return isEditable({ available: state }) ? 1 : 2
}

function indexFirst(
  cars: readonly OwnCar[],
  keyOf: (car: OwnCar) => string | null,
): ReadonlyMap<string, OwnCar> {
  const carsByKey = new Map<string, OwnCar>()
  for (const car of cars) {
    const key = keyOf(car)
    if (key && !carsByKey.has(key)) carsByKey.set(key, car)
  }
  return carsByKey
}

const unknownId: CellError = {
  message: 'None of your cars has this ID.',
  fix: 'Leave it empty for a new car.',
}

function twoCars({ stockNo, modelName }: OwnCar, secondIdentifier: string): CellError {
  const description = stockNo ? `stock number ${stockNo}` : modelName
  return {
    message: `This matches a different car of yours (${description}) than the ${secondIdentifier} does.`,
    fix: 'Correct whichever is wrong.',
  }
}
