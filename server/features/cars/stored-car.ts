import type { Car } from '../../../contract/cars.ts'
import { dayMonthYear } from '../../../contract/dates.ts'
import type { Row } from '../../db/tables.ts'
import type { Audience } from '../../http/ready-answers.ts'

/** A car as the database has it, its seller's particulars joined. */
export interface StoredCar extends Required<Car> {
  sellerId: string
  /** A sold car that an admin took out of sight. */
  isHidden: boolean
}

export type CarRow = Row<'cars'> & { seller_email: string; seller_name: string; seller_verified: 0 | 1 }

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
    isHidden: row.hidden_at !== null,
  }
}

/** The only way a car reaches the wire: strangers get no contacts. */
export function toCar(stored: StoredCar, audience: Audience): Car {
  const { sellerId: _sellerId, isHidden: _isHidden, sellerEmail, selllerContact, ...car } = stored
  return audience === 'member' ? { ...car, sellerEmail, selllerContact } : car
}

/** Withdrawn, or sold and hidden: gone for the public. */
export function isOffTheMarket(car: StoredCar): boolean {
  return car.available === 'withdrawn' || car.isHidden
}
