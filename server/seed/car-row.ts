import { formatCount } from '../../contract/number-format.ts'
import { readFields, writeFields } from '../../contract/cars/seller-fields.ts'
import { extractModel } from '../../contract/cars/model-names.ts'
import { parsePrice } from '../../contract/money.ts'
import type { Row } from '../db/tables.ts'
import type { DemoCar } from './catalog.ts'
import type { DemoFacts } from './demo-facts.ts'
import { findDrawingShot } from './demo-photos.ts'
import { demoZip } from './demo-zips.ts'

const FIRST_USED_MONTH = 6
const MONTHS_PER_YEAR = 12

/** The columns of a new car. Triggers set the others. */
export type CarRow = Omit<Row<'cars'>, 'fees' | 'fees_minor' | 'all_in_minor'>

/** Converts a demo car to the row of a listed car. Prices are parsed as in the add-car form. */
export function toCarRow(
  car: DemoCar,
  listing: { id: string; sellerId: string; postedAt: Date },
  { marks = null, ...facts }: Partial<DemoFacts> = {},
): CarRow {
  const postedAt = listing.postedAt.toISOString()
  return {
    id: listing.id,
    seller_id: listing.sellerId,
    ...writeFields('column', readFields('wire', { ...car, ...facts })),
    marks: marks && JSON.stringify({ marks, marksAt: postedAt }),
    zip: demoZip(car.location),
    model: extractModel(car.category_name, car.modelName),
    contact: car.sellerContact,
    usage_time: formatModelAge(listing.postedAt, car.year),
    original_price_minor: parsePrice(car.originalPrice),
    price_minor: parsePrice(car.resellPrice),
    cleared_vin: null,
    held_vin: null,
    state: 'instock',
    price_label: null,
    shots: JSON.stringify(Object.fromEntries(car.images.map((url) => [url, findDrawingShot(url)]))),
    featured_at: car.featured ? postedAt : null,
    posted_at: postedAt,
    listed_at: postedAt,
    version: 1,
    hidden_at: null,
    elsewhere_price_minor: null,
    elsewhere_on: null,
    elsewhere_note: '',
    idempotency_key: null,
    idempotency_digest: null,
  }
}

export function toPhotoRows(car: DemoCar, carId: string): Row<'car_pictures'>[] {
  return car.images.map((url, position) => ({ car_id: carId, position, url }))
}

/** Returns the age of a car on a day as a seller would word it: `9 months`, `1 year`, `5 years`. */
function formatModelAge(day: Date, modelYear: number): string {
  const months = (day.getUTCFullYear() - modelYear) * MONTHS_PER_YEAR + day.getUTCMonth() - FIRST_USED_MONTH
  if (months < MONTHS_PER_YEAR) return `${Math.max(1, months)} ${months > 1 ? 'months' : 'month'}`
  const years = Math.floor(months / MONTHS_PER_YEAR)
  return formatCount(years, 'year')
}
