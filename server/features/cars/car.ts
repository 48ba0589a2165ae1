import { carName } from '../../../contract/car-name.ts'
import type { MileageUnit, Numbers } from '../../../contract/car-numbers.ts'
import type { Choices } from '../../../contract/car-choices.ts'
import type { Availability } from '../../../contract/cars.ts'
import type { Config } from '../../config.ts'
import { mayTrade } from '../users/may-trade.ts'

/** What a seller says of a car. */
export interface CarFields extends Numbers, Choices {
  make: string
  modelName: string
  description: string
  location: string
  /** The number to call. */
  sellerContact: string
  usageTime: string
  /** What it cost new, and what it costs: as typed. */
  originalPriceText: string
  priceText: string
  mileageUnit: MileageUnit | null
  /** Addresses of its pictures, in order. */
  images: string[]
}

/** A listing, with its seller's particulars. */
export interface Car extends CarFields {
  id: string
  /** In cents; null where the text is no price. */
  originalPriceMinor: number | null
  priceMinor: number | null
  sellerId: string
  sellerName: string
  sellerEmail: string
  isSellerEmailVerified: boolean
  isSellerVerified: boolean
  state: Availability
  /** Advertised on the home page. */
  isFeatured: boolean
  /** A sold car that an admin took out of sight. */
  isHidden: boolean
  postedAt: string
  /** Counts the edits. */
  version: number
}

/** The one change that is made to many. */
export type CarChange = {
  [K in 'priceText' | 'condition' | 'location' | 'sellerContact']?: CarFields[K] | undefined
}

/** Year, make and model. */
export function nameOf({ year, make, modelName }: Pick<CarFields, 'year' | 'make' | 'modelName'>): string {
  return carName({ year, category_name: make, modelName })
}

/** Whether everybody of an audience is shown the same of the car. */
export function isSameForAll(car: Car): boolean {
  return car.priceMinor !== null && car.originalPriceMinor !== null
}

/** Whether the car can't be bought, and its seller not be reached, until they have proven their address. */
export function isSellerUnproven({ isSellerEmailVerified }: Car, config: Config): boolean {
  return !mayTrade(config, { isEmailVerified: isSellerEmailVerified })
}

/** Withdrawn, or sold and hidden: gone for the public. */
export function isOffTheMarket(car: Car): boolean {
  return car.state === 'withdrawn' || car.isHidden
}
