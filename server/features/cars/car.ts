import { publicState } from '../../../contract/cars/car-life.ts'
import { carTitle } from '../../../contract/cars/car-name.ts'
import { publicTexts, textNames } from '../../../contract/cars/car-texts.ts'
import type { SellerValues } from '../../../contract/cars/seller-fields.ts'
import type { Availability, PriceChange } from '../../../contract/cars/cars.ts'
import type { Config } from '../../config/config.ts'
import { mayTrade } from '../../actor.ts'

/** What a seller says of a car. */
export interface CarFields extends SellerValues {
  /** Addresses of its pictures, in order. */
  images: string[]
}

/** A day, and cents: null where the price is not known. */
export interface SoldElsewhere {
  priceMinor: number | null
  date: string
  note: string
}

/** A listing, with its seller's particulars. */
export interface Car extends CarFields {
  id: string
  /** In cents; null where the text is no price. */
  originalPriceMinor: number | null
  priceMinor: number | null
  /** The last change of the price since it is listed. */
  priceChange: PriceChange | null
  sellerId: string
  sellerName: string
  sellerEmail: string
  isSellerEmailVerified: boolean
  isSellerVerified: boolean
  state: Availability
  /** Advertised on the home page. */
  isFeatured: boolean
  /** Deleted, or taken down or hidden by an admin. */
  isHidden: boolean
  postedAt: string
  /** Since it was a draft. */
  isListedBefore: boolean
  /** How it sold past Kerblight; null where it did not. */
  soldElsewhere: SoldElsewhere | null
  /** Whether an admin has let it be listed, although another seller lists its VIN. */
  isVinCleared: boolean
  /** The VIN for which it waits for an admin, whatever its own is by now; null where it does not. */
  heldVin: string | null
  /** Counts the edits. */
  version: number
}

/** The one change that is made to many. */
export type CarChange = {
  [K in 'priceText' | 'condition' | 'location' | 'sellerContact']?: CarFields[K] | undefined
}

/** Year, make and model. */
export function nameOf({ year, make, modelName }: Pick<CarFields, 'year' | 'make' | 'modelName'>): string {
  return carTitle({ year, category_name: make, modelName })
}

/** Whether all who are signed in are shown the same of the car, its seller and admins too. */
export function isSameForAll(car: Car): boolean {
  if (car.state === 'sold-elsewhere') return false
  const shown = publicTexts(car)
  const isOpen = textNames.every((name) => shown[name] === car[name])
  const isNumberOpen = car.isSellerVerified || (car.vin === null && car.stockNo === null)
  return isOpen && isNumberOpen && car.priceMinor !== null && car.originalPriceMinor !== null
}

/** Whether the car can't be bought, and its seller not be reached, until they have proven their address. */
export function isSellerUnproven({ isSellerEmailVerified }: Car, config: Config): boolean {
  return !mayTrade(config, { isEmailVerified: isSellerEmailVerified })
}

/** Not listed, or deleted, or sold and hidden, or waiting for an admin: not there for the public. */
export function isOffTheMarket(car: Car): boolean {
  return car.isHidden || car.heldVin !== null || publicState(car.state) === 'withdrawn'
}
