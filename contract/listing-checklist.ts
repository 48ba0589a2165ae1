import type { Car } from './cars.ts'

/** What is asked of a car before it is listed for the first time. */
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

/** In the form's order. */
export const listingChecklist: readonly ListingItem[] = [
  item('images', 'a photo', 'Add a photo.', ({ images }) => images.length > 0),
  item('category_name', 'the make', 'Choose a make.', (car) => car.category_name !== ''),
  item('modelName', 'the model', 'Enter the model.', (car) => car.modelName !== ''),
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

export function isNeededToList(name: string): boolean {
  return listingChecklist.some(({ field }) => field === name)
}

export function missingForListing(car: ChecklistCar): ListingItem[] {
  return listingChecklist.filter(({ isThere }) => !isThere(car))
}

/**
 * Whether what `POST /cars/add` sends is the specification's call, which knows neither of a VIN nor of a reason why there is
 * none: it lists what the specification asks for. Whoever says something of either, or names a draft, is held to the list.
 */
export function isSpecifiedCall(sent: { vin?: unknown; noVinReason?: unknown; draftID?: unknown }): boolean {
  return sent.vin === undefined && sent.noVinReason === undefined && sent.draftID === undefined
}

function item(field: string, label: string, advice: string, isThere: ListingItem['isThere']): ListingItem {
  return { field, label, advice, isThere }
}
