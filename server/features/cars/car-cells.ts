import { eachChoice, optionLabel, type ChoiceName } from '../../../contract/car-choices.ts'
import { eachNumber } from '../../../contract/car-numbers.ts'
import { eachText } from '../../../contract/car-texts.ts'
import { carColumnNames, type CarColumn } from '../../../contract/car-columns.ts'
import type { Car, CarFields } from './car.ts'

/** What a file says of a car. */
export type CarInFile = Pick<Car, 'id'> & Omit<CarFields, 'images'>

/** A car as the cells of a file, in the order of the columns. */
export function cellsOf(car: CarInFile): string[] {
  return carColumnNames.map((column) => cellOf(column, car))
}

export function cellOf(column: CarColumn, car: CarInFile): string {
  return texts[column](car)
}

const texts: Record<CarColumn, (car: CarInFile) => string> = {
  id: ({ id }) => id,
  stockNo: ({ stockNo }) => stockNo ?? '',
  vin: ({ vin }) => vin ?? '',
  noVinReason: ({ noVinReason }) => noVinReason,
  make: ({ make }) => make,
  modelName: ({ modelName }) => modelName,
  model: ({ model }) => model ?? '',
  ...eachNumber((name) => (car: CarInFile) => (car[name] === null ? '' : String(car[name]))),
  mileageUnit: ({ mileageUnit }) => mileageUnit ?? '',
  ...eachChoice((name) => (car: CarInFile) => choiceText(name, car[name])),
  ...eachText((name) => (car: CarInFile) => car[name] ?? ''),
  price: ({ priceText }) => priceText,
  originalPrice: ({ originalPriceText }) => originalPriceText,
  usageTime: ({ usageTime }) => usageTime,
  location: ({ location }) => location,
  phone: ({ sellerContact }) => sellerContact,
  description: ({ description }) => description,
}

function choiceText(name: ChoiceName, value: string | null): string {
  return value ? optionLabel(name, value) : ''
}
