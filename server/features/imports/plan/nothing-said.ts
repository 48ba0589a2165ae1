import { factsOf } from '../../../../contract/facts-of.ts'
import type { CarFields } from '../../cars/car.ts'

/** A car of which nothing is said. */
export const nothingSaid: Omit<CarFields, 'images'> = {
  ...factsOf({}),
  make: '',
  modelName: '',
  model: null,
  description: '',
  location: '',
  sellerContact: '',
  usageTime: '',
  originalPriceText: '',
  priceText: '',
  mileageUnit: null,
  noVinReason: '',
  coverFocus: null,
  vin: null,
  stockNo: null,
}
