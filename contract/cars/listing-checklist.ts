import type { Car } from './cars.ts'

export interface ListingItem {
  field: string
  label: string
  advice: string
  isThere: (car: ChecklistCar) => boolean
}

export type ChecklistCar = Pick<
  Car,
  'category_name' | 'modelName' | 'year' | 'mileage' | 'priceMinor' | 'images' | 'vin' | 'noVinReason'
>

/** The details that make up a car's name. A car without them cannot be listed. */
const named: readonly ListingItem[] = [
  item('category_name', 'the make', 'Choose a make.', (car) => car.category_name !== ''),
  item('modelName', 'the model', 'Enter the model.', (car) => car.modelName !== ''),
]

/** The details of a complete listing, in the form's order. */
const listingChecklist: readonly ListingItem[] = [
  item('images', 'a photo', 'Add a photo.', ({ images }) => images.length > 0),
  ...named,
  item('year', 'the year', 'Enter the year.', ({ year }) => year !== null),
  item('mileage', 'the mileage', 'Enter the mileage.', ({ mileage }) => mileage !== null),
  item(
    'vin',
    'the VIN or the reason for not having one',
    'Enter the VIN, or the reason for not having one.',
    ({ vin, noVinReason }) => Boolean(vin || noVinReason),
  ),
  item('resellPrice', 'a price', 'Enter a price in numbers.', ({ priceMinor }) => priceMinor !== null),
]

/** Returns the missing details that block a listing. */
export function listListingBlockers(car: ChecklistCar): ListingItem[] {
  return named.filter(({ isThere }) => !isThere(car))
}

/**
 * Returns the details that a complete listing has and this car lacks. Only those from `listListingBlockers` block a
 * listing; the rest are advice.
 */
export function listMissingDetails(car: ChecklistCar): ListingItem[] {
  return listingChecklist.filter(({ isThere }) => !isThere(car))
}

function item(field: string, label: string, advice: string, isThere: ListingItem['isThere']): ListingItem {
  return { field, label, advice, isThere }
}
