import { choiceFacts, getOptionLabel, type ChoiceName } from '../../../contract/cars/car-choices.ts'
import { carColumnNames, getFileField, type CarColumn } from '../../../contract/cars/car-columns.ts'
import type { FieldName } from '../../../contract/cars/seller-fields.ts'
import type { Car, CarFields } from './car.ts'

export type CarInFile = Pick<Car, 'id'> & Omit<CarFields, 'images'>

export function formatCarCells(car: CarInFile): string[] {
  return carColumnNames.map((column) => formatCarCell(column, car))
}

export function formatCarCell(column: CarColumn, car: CarInFile): string {
  if (column === 'id') return car.id
  const name = getFileField(column)
  return isChoice(name) ? choiceText(name, car[name]) : String(car[name] ?? '')
}

function isChoice(name: FieldName): name is ChoiceName {
  return name in choiceFacts
}

function choiceText(name: ChoiceName, value: string | null): string {
  return value ? getOptionLabel(name, value) : ''
}
