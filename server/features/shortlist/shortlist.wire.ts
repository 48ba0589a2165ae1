import { toPublicState } from '../../../contract/cars/car-life.ts'
import { readFields } from '../../../contract/cars/seller-fields.ts'
import type { ShortlistedCar } from '../../../contract/shortlist.ts'
import type { Config } from '../../config/config.ts'
import { isOffTheMarket, type Car } from '../cars/car.ts'
import { toWireCar } from '../cars/car.wire.ts'
import type { Shortlisted } from './shortlist.repository.ts'

/** Converts a shortlisted car to its API form, which has no contact details. */
export function toWireShortlisted(
  { car, addedAt, addedPriceMinor, hasLeft }: Shortlisted,
  config: Config,
): ShortlistedCar {
  const isOff = isOffTheMarket(car)
  return {
    ...toWireCar(isOff ? hideCarDetails(car) : car, 'stranger', config),
    addedAt,
    addedPriceMinor: isOff ? null : addedPriceMinor,
    isForSaleAgain: hasLeft && !isOff && toPublicState(car.state) !== 'sold',
  }
}

/** Keeps the name of a removed car, so that the user recognizes it, and the state and time of its listing. */
function hideCarDetails(car: Car): Car {
  const { make, modelName, model, year } = car
  return {
    ...car,
    ...readFields('wire', { category_name: make, modelName, model, year }),
    images: [],
    priceMinor: null,
    allInMinor: null,
    fees: [],
    originalPriceMinor: null,
    priceChange: null,
    sellerId: '',
    sellerName: '',
    isSellerVerified: false,
    isFeatured: false,
  }
}
