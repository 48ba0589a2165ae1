import { choiceFacts, eachChoice, type ChoiceName } from './car-choices.ts'
import { eachNumber, numberFact, type NumberName } from './car-numbers.ts'
import { eachText, textFacts, type TextName } from './car-texts.ts'

export type CarColumn =
  | 'id'
  | 'stockNo'
  | 'vin'
  | 'noVinReason'
  | 'make'
  | 'modelName'
  | 'model'
  | NumberName
  | 'mileageUnit'
  | ChoiceName
  | TextName
  | 'price'
  | 'originalPrice'
  | 'usageTime'
  | 'location'
  | 'phone'
  | 'description'

interface Column {
  /** As people read it. */
  label: string
  /** As the export's first line has it. */
  header: string
}

/** What a file of cars says of each of them, in the order of the export, which the import reads back. */
export const carColumns: Readonly<Record<CarColumn, Column>> = {
  id: { label: 'Kerblight ID', header: 'kerblight_id' },
  stockNo: { label: 'Stock number', header: 'stock_number' },
  vin: { label: 'VIN', header: 'vin' },
  noVinReason: { label: 'Why there is no VIN', header: 'no_vin_reason' },
  make: { label: 'Make', header: 'make' },
  modelName: { label: 'Model name', header: 'model_name' },
  model: { label: 'Model', header: 'model' },
  ...eachNumber((name) => ({ label: numberFact(name).label, header: snakeCase(name) })),
  mileageUnit: { label: 'Mileage unit', header: 'mileage_unit' },
  ...eachChoice((name) => ({ label: choiceFacts[name].label, header: snakeCase(name) })),
  ...eachText((name) => ({ label: textFacts[name].label, header: snakeCase(name) })),
  price: { label: 'Price', header: 'price' },
  originalPrice: { label: 'Price new', header: 'price_new' },
  usageTime: { label: 'Age', header: 'age' },
  location: { label: 'Location', header: 'location' },
  phone: { label: 'Phone', header: 'phone' },
  description: { label: 'Description', header: 'description' },
}

export const carColumnNames = Object.keys(carColumns) as CarColumn[]

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
