import type * as z from 'zod'
import { carInput, conditions, type Car, type CarInput } from '../../../contract/cars.ts'
import { pages } from '../../../contract/pages.ts'
import { fillPath } from '../../../contract/paths.ts'

/** What the form asks; pictures go another way, since they are uploaded first. */
export const carForm = carInput.omit({ image_url: true, images: true })

export type CarFormInput = z.input<typeof carForm>
export type CarFormValues = z.output<typeof carForm>

/** @param category the one that stands there until another is chosen; '' where none is known */
export function emptyCar(category: string): CarFormInput {
  return {
    modelName: '',
    category_name: category,
    condition: conditions[0],
    usageTime: '',
    originalPrice: '',
    resellPrice: '',
    location: '',
    selllerContact: '',
    description: '',
    year: null,
    mileage: null,
    mileageUnit: 'mi',
    fuel: null,
    body: null,
    transmission: null,
  }
}

export function toFormInput(car: Car): CarFormInput {
  return {
    modelName: car.modelName,
    category_name: car.category_name,
    condition: car.condition,
    usageTime: car.usageTime,
    originalPrice: car.originalPrice,
    resellPrice: car.resellPrice,
    location: car.location,
    selllerContact: car.selllerContact ?? '',
    description: car.description,
    year: car.year,
    mileage: car.mileage,
    mileageUnit: car.mileageUnit ?? 'mi',
    fuel: car.fuel,
    body: car.body,
    transmission: car.transmission,
  }
}

/** @param images addresses in order, the main picture first */
export function toCarInput(values: CarFormValues, images: string[]): CarInput {
  const hasMileage = values.mileage !== null && values.mileage !== undefined
  return {
    ...values,
    mileageUnit: hasMileage ? values.mileageUnit : null,
    images,
    image_url: images[0] ?? '',
  }
}

/** From top to bottom. */
export const fieldLabels: Record<keyof CarFormInput, string> = {
  modelName: 'Model name',
  category_name: 'Category',
  condition: 'Condition',
  usageTime: 'Usage time',
  location: 'Location',
  originalPrice: 'Original price',
  resellPrice: 'Resell price',
  selllerContact: 'Phone',
  description: 'Description',
  year: 'Year',
  mileage: 'Mileage',
  mileageUnit: 'Mileage unit',
  fuel: 'Fuel',
  body: 'Body',
  transmission: 'Transmission',
}

export const formFields = Object.keys(fieldLabels) as (keyof CarFormInput)[]

/** What stands under 'More details', folded away at first. */
export const detailFields = ['year', 'mileage', 'mileageUnit', 'fuel', 'body', 'transmission'] as const

export function editPath({ _id }: Pick<Car, '_id'>): string {
  return fillPath(pages.editCar.path, { id: _id })
}
