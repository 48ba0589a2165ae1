import { listMissingDetails } from '../../../../contract/cars/listing-checklist.ts'
import type { CarColumn } from '../../../../contract/cars/car-columns.ts'
import { parsePrice } from '../../../../contract/money.ts'
import type { OwnCar } from './planned-row.ts'
import type { CellError, GivenFields } from './read-cell.ts'

type Missing = CellError & { field: CarColumn }

/**
 * Returns the required fields that a new car lacks. Without a VIN or stock number, a second import would add
 * the car again.
 * @param hasNumber true if the row contains an invalid stock number
 */
export function listMissingForNew(
  { make, modelName, vin, stockNo }: GivenFields,
  hasNumber: boolean,
): Missing[] {
  const missing: Missing[] = []
  if (!make) missing.push({ field: 'make', message: 'A new car needs a make.', fix: 'Enter its make.' })
  if (!modelName)
    missing.push({ field: 'modelName', message: 'A new car needs a model.', fix: 'Enter its model.' })
  if (!vin && !stockNo && !hasNumber)
    missing.push({
      field: 'vin',
      message: 'Without a VIN or a stock number we can’t tell this car from your others.',
      fix: 'Enter one of the two.',
    })
  return missing
}

const columnsByField: Record<string, CarColumn> = { category_name: 'make', resellPrice: 'price' }

/** Returns the fields that a listed car requires but would lose. */
export function listMissingForListed(car: OwnCar, newValues: GivenFields): Missing[] {
  if (!car.isListedBefore) return []
  const before = new Set(listLackingFields(car))
  return listLackingFields({ ...car, ...newValues })
    .filter((field) => !before.has(field))
    .map((field) => ({
      field: columnsByField[field] ?? (field as CarColumn),
      message: 'A file can’t empty this for a car that was listed.',
      fix: 'Fill it in.',
    }))
}

/**
 * Returns the fields that a car lacks for a listing. Photos count as present, since a spreadsheet cannot
 * remove them.
 */
function listLackingFields({ make, priceText, ...car }: OwnCar): string[] {
  const details = { ...car, category_name: make, priceMinor: parsePrice(priceText), images: ['photo'] }
  return listMissingDetails(details).map(({ field }) => field)
}
