import { carName } from '../../../contract/car-name.ts'
import type { Car } from '../../../contract/cars.ts'
import { publicPrice } from '../../../contract/money.ts'
import { dayMonthYear } from '../../../contract/dates.ts'
import type { Config } from '../../config.ts'
import type { Row } from '../../db/tables.ts'
import type { Audience } from '../../http/ready-answers.ts'
import { mayTrade } from '../users/may-trade.ts'

/** A car as the database has it, its seller's particulars joined. */
export interface StoredCar extends Required<Omit<Car, 'sellerID' | 'sellerUnproven' | 'onLists'>> {
  sellerId: string
  isSellerEmailVerified: boolean
  /** A sold car that an admin took out of sight. */
  isHidden: boolean
}

export type CarRow = Row<'cars'> & {
  seller_email: string
  seller_email_verified: 0 | 1
  seller_name: string
  seller_verified: 0 | 1
}

export function toStoredCar(row: CarRow): StoredCar {
  const images = JSON.parse(row.images) as string[]
  return {
    _id: row.id,
    category_name: row.category_name,
    category: row.category_name,
    condition: row.condition,
    modelName: row.model_name,
    description: row.description,
    image_url: images[0] ?? '',
    images,
    location: row.location,
    originalPrice: row.original_price,
    resellPrice: row.resell_price,
    priceMinor: row.price_minor,
    originalPriceMinor: row.original_price_minor,
    sellerName: row.seller_name,
    sellerVerified: row.seller_verified === 1,
    sellerEmail: row.seller_email,
    selllerContact: row.contact,
    postedDate: dayMonthYear(row.posted_at),
    postedAt: row.posted_at,
    usageTime: row.usage_time,
    available: row.state,
    paid: row.state === 'sold',
    featured: row.featured_at !== null,
    year: row.year,
    mileage: row.mileage,
    mileageUnit: row.mileage_unit,
    fuel: row.fuel,
    body: row.body,
    transmission: row.transmission,
    version: row.version,
    sellerId: row.seller_id,
    isSellerEmailVerified: row.seller_email_verified === 1,
    isHidden: row.hidden_at !== null,
  }
}

/** Its name in full, from a row: for records that keep it as it was. */
export function nameOfCar(row: Pick<Row<'cars'>, 'year' | 'category_name' | 'model_name'>): string {
  return carName({ ...row, modelName: row.model_name })
}

/** Who reads a car: a stranger, somebody signed in, or its seller or an admin, who may edit it. */
export type CarReader = Audience | 'editor'

/**
 * The only way a car reaches the wire: strangers get no contacts, nobody that of a seller who may not trade, and none
 * but editors the text that was typed for a price and is none.
 */
export function toCar(stored: StoredCar, reader: CarReader, config: Config): Car {
  const { sellerId, isSellerEmailVerified: _isProven, isHidden: _isHidden, ...rest } = stored
  const { sellerEmail, selllerContact, ...car } = rest
  const sellerUnproven = isSellerUnproven(stored, config)
  const showsContacts = reader === 'editor' || (reader === 'member' && !sellerUnproven)
  return {
    ...(reader === 'editor' ? car : { ...car, ...publicPrices(car) }),
    sellerID: sellerId,
    sellerUnproven,
    ...(showsContacts && { sellerEmail, selllerContact }),
  }
}

/** Text that is no price may hold anything, such as a telephone number. */
function publicPrices(car: Pick<Car, 'resellPrice' | 'priceMinor' | 'originalPrice' | 'originalPriceMinor'>) {
  return {
    resellPrice: publicPrice(car.resellPrice, car.priceMinor),
    originalPrice: car.originalPriceMinor === null ? '' : car.originalPrice,
  }
}

/** Whether everybody of an audience is shown the same of the car. */
export function isSameForAll(car: StoredCar): boolean {
  return car.priceMinor !== null && car.originalPriceMinor !== null
}

/** Whether the car can't be bought, and its seller not be reached, until they have proven their address. */
export function isSellerUnproven({ isSellerEmailVerified }: StoredCar, config: Config): boolean {
  return !mayTrade(config, { isEmailVerified: isSellerEmailVerified })
}

/** Withdrawn, or sold and hidden: gone for the public. */
export function isOffTheMarket(car: StoredCar): boolean {
  return car.available === 'withdrawn' || car.isHidden
}
