import { toPublicState } from '../../../contract/cars/car-life.ts'
import { getCarTitle } from '../../../contract/cars/car-name.ts'
import { removePrivateTexts, textNames } from '../../../contract/cars/car-texts.ts'
import type { SellerValues } from '../../../contract/cars/seller-fields.ts'
import type { PriceLabel } from '../../../contract/cars/price-labels.ts'
import type { Availability, PriceChange } from '../../../contract/cars/cars.ts'
import type { SellerFee } from '../../../contract/all-in-price.ts'
import type { ShotsByUrl } from '../../db/car-photos.ts'
import type { Config } from '../../config/config.ts'
import { canTrade } from '../../actor.ts'

export interface CarFields extends SellerValues {
  images: string[]
  /** The shots of the photos, including those of recently removed photos. */
  shots: ShotsByUrl
}

/** A sale outside Kerblight. The price is in cents, or null if it is unknown. */
export interface SoldElsewhere {
  priceMinor: number | null
  date: string
  note: string
}

export interface Car extends CarFields {
  id: string
  /** The price in cents, or null if the price string is not a valid price. */
  originalPriceMinor: number | null
  priceMinor: number | null
  /** The price that a buyer pays, with the fees, in cents. */
  allInMinor: number | null
  fees: readonly SellerFee[]
  /** The last price change since the car was listed. */
  priceChange: PriceChange | null
  /** The label of the price comparison. Null until it is computed. */
  priceLabel: PriceLabel | null
  sellerId: string
  sellerName: string
  sellerEmail: string
  isSellerEmailVerified: boolean
  isSellerVerified: boolean
  state: Availability
  /** True if the car is advertised on the home page. */
  isFeatured: boolean
  /** True if the car was deleted by its seller, or taken down or hidden by an admin. */
  isHidden: boolean
  postedAt: string
  /** True if the car has been listed since it was last a draft. */
  isListedBefore: boolean
  soldElsewhere: SoldElsewhere | null
  /** True if an admin has approved the listing although another seller lists the car's VIN. */
  isVinCleared: boolean
  /**
   * The VIN that an admin has to review, even if the car's own VIN has changed since. It is null if no review
   * is pending.
   */
  heldVin: string | null
  /** The version number, which each edit increments. */
  version: number
}

export type CarChange = {
  [K in 'priceText' | 'condition' | 'location' | 'sellerContact']?: CarFields[K] | undefined
}

export function formatCarName({
  year,
  make,
  modelName,
}: Pick<CarFields, 'year' | 'make' | 'modelName'>): string {
  return getCarTitle({ year, category_name: make, modelName })
}

/** Reports whether all signed-in users, including the seller and admins, see the same data of the car. */
export function isSameForAll(car: Car): boolean {
  if (car.state === 'sold-elsewhere') return false
  const publicValues = removePrivateTexts(car)
  const isOpen = textNames.every((name) => publicValues[name] === car[name])
  const isNumberOpen = car.isSellerVerified || (car.vin === null && car.stockNo === null)
  return isOpen && isNumberOpen && car.priceMinor !== null && car.originalPriceMinor !== null
}

/**
 * Reports whether the seller's email address is still unconfirmed. Until it is confirmed, the car cannot be
 * bought and the seller cannot be contacted.
 */
export function isSellerUnconfirmed({ isSellerEmailVerified }: Car, config: Config): boolean {
  return !canTrade(config, { isEmailVerified: isSellerEmailVerified })
}

/**
 * Reports whether the public cannot see the car: it is not listed, deleted, sold and hidden, or waiting for
 * an admin.
 */
export function isOffTheMarket(car: Car): boolean {
  return car.isHidden || car.heldVin !== null || toPublicState(car.state) === 'withdrawn'
}
