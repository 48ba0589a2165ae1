import type { Car } from './cars.ts'

/** What a complete listing says of a car. */
export interface ListingItem {
  /** The form's field that fills it. */
  field: string
  label: string
  advice: string
  isThere: (car: ChecklistCar) => boolean
}

export type ChecklistCar = Pick<
  Car,
  'category_name' | 'modelName' | 'year' | 'mileage' | 'priceMinor' | 'images' | 'vin' | 'noVinReason'
>

/** Without these a listing has no name. */
const named: readonly ListingItem[] = [
  item('category_name', 'the make', 'Choose a make.', (car) => car.category_name !== ''),
  item('modelName', 'the model', 'Enter the model.', (car) => car.modelName !== ''),
]

/** In the form's order. */
const listingChecklist: readonly ListingItem[] = [
  item('images', 'a photo', 'Add a photo.', ({ images }) => images.length > 0),
  ...named,
  item('year', 'the year', 'Enter the year.', ({ year }) => year !== null),
  item('mileage', 'the mileage', 'Enter the mileage.', ({ mileage }) => mileage !== null),
  item(
    'vin',
    'the VIN or why there is none',
    'Enter the VIN, or say why there is none.',
    ({ vin, noVinReason }) => Boolean(vin || noVinReason),
  ),
  item('resellPrice', 'a price', 'Enter a price in numbers.', ({ priceMinor }) => priceMinor !== null),
]

/** What a car lacks without which it can't be listed. */
export function missingToList(car: ChecklistCar): ListingItem[] {
  return named.filter(({ isThere }) => !isThere(car))
}

/** What a complete listing of the car would also say: advice for its seller, which lists the car nevertheless. */
export function missingDetails(car: ChecklistCar): ListingItem[] {
  return listingChecklist.filter(({ isThere }) => !isThere(car))
}

function item(field: string, label: string, advice: string, isThere: ListingItem['isThere']): ListingItem {
  return { field, label, advice, isThere }
}
