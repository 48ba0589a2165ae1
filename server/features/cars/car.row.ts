import { sql } from 'kysely'
import { readFields, writeFields } from '../../../contract/cars/seller-fields.ts'
import { readStatedMarks } from '../../../contract/cars/marks.ts'
import { parsePrice } from '../../../contract/money.ts'
import { fromFeesColumn } from '../../db/fees-column.ts'
import { readShots } from '../../db/car-photos.ts'
import { toPriceChange } from '../../db/price-change.ts'
import { photosAsJson } from '../../db/engines/json.ts'
import type { Db, Row } from '../../db/tables.ts'
import { removeLostPhotos } from './car-marks.ts'
import { formatCarName, type Car, type CarFields } from './car.ts'

export function selectCars(db: Db) {
  return db
    .selectFrom('cars')
    .innerJoin('users as seller', 'seller.id', 'cars.seller_id')
    .leftJoin('price_changes', 'price_changes.car_id', 'cars.id')
    .selectAll('cars')
    .select([
      photosAsJson.as('images'),
      'price_changes.previous_minor',
      'price_changes.changed_at',
      'seller.email as seller_email',
      'seller.email_verified as seller_email_verified',
      'seller.full_name as seller_name',
      'seller.verified as seller_verified',
      'seller.zip as seller_zip',
    ])
}

type CarRow = Awaited<ReturnType<ReturnType<typeof selectCars>['execute']>>[number]

export function toCar(row: CarRow): Car {
  const images = JSON.parse(row.images) as string[]
  return {
    id: row.id,
    ...readFields('column', { ...row, marks: removeLostPhotos(readStatedMarks(row.marks), images) }),
    zip: row.zip ?? row.seller_zip,
    images,
    shots: readShots(row.shots),
    originalPriceMinor: row.original_price_minor,
    priceMinor: row.price_minor,
    allInMinor: row.all_in_minor,
    fees: fromFeesColumn(row.fees),
    priceChange: toPriceChange(row),
    priceLabel: row.price_label,
    sellerId: row.seller_id,
    sellerName: row.seller_name,
    sellerEmail: row.seller_email,
    isSellerEmailVerified: row.seller_email_verified === 1,
    isSellerVerified: row.seller_verified === 1,
    isVinCleared: row.vin !== null && row.cleared_vin === row.vin,
    heldVin: row.held_vin,
    state: row.state,
    isFeatured: row.featured_at !== null,
    isHidden: row.hidden_at !== null,
    postedAt: row.posted_at,
    isListedBefore: row.listed_at !== null,
    soldElsewhere: toSoldElsewhere(row),
    version: row.version,
  }
}

function toSoldElsewhere(row: CarRow): Car['soldElsewhere'] {
  const { elsewhere_on: date, elsewhere_price_minor: priceMinor, elsewhere_note: note } = row
  return date === null ? null : { priceMinor, date, note }
}

/**
 * Returns the columns of a car. If the ZIP code equals that of the seller, none is stored, so that the car
 * always has the seller's current ZIP code.
 * @param sellerId the seller of a new car; an existing car has its own
 */
export function toColumns(fields: CarFields, sellerId?: string) {
  const seller = sellerId === undefined ? sql.ref('cars.seller_id') : sql.val(sellerId)
  return {
    ...writeFields('column', fields),
    marks: fields.marks && JSON.stringify(fields.marks),
    shots: Object.keys(fields.shots).length > 0 ? JSON.stringify(fields.shots) : null,
    zip: sql<string | null>`nullif(${fields.zip}, (select zip from users where users.id = ${seller}))`,
    category_name: fields.make || null,
    original_price_minor: parsePrice(fields.originalPriceText),
    price_minor: parsePrice(fields.priceText),
  }
}

/** Returns a car's full name, for records that must not change with the car. */
export function formatCarRowName(row: Pick<Row<'cars'>, 'year' | 'category_name' | 'model_name'>): string {
  return formatCarName({ year: row.year, make: row.category_name ?? '', modelName: row.model_name })
}

const make = sql`coalesce(cars.category_name || ' ', '')`
const model = sql`cars.model_name`
export const nameInSql = sql`coalesce(cars.year || ' ', '')
  || case when lower(substr(${model}, 1, length(${make}))) = lower(${make}) then '' else ${make} end || ${model}`
