import { writePlainCsv } from '../../../csv/write-csv.ts'
import { MAX_PHOTOS_PER_CAR } from '../../../../contract/cars/cars.ts'
import { formatCarName } from '../../cars/car.ts'
import type { StockCar } from '../stock.ts'
import { parseAddress } from './address.ts'
import {
  CSV,
  formatPostedDay,
  listHeaderNames,
  formatFeedPrice,
  buildFeedRows,
  type Columns,
  type Format,
} from './format.ts'

/**
 * Meta's automotive inventory (developers.facebook.com/docs/marketing-api/auto-ads/reference), as CSV with
 * one column per part of a composite value. Values without a Meta equivalent are left empty. Photos are
 * JPEGs, since Meta accepts only JPEG and PNG
 * (developers.facebook.com/documentation/ads-commerce/catalog/reference, `image_link`).
 */
export const meta: Format = {
  ...CSV,
  write: (_head, pages) => writePlainCsv(listHeaderNames(columns), buildFeedRows(columns, pages)),
}

const bodies = {
  sedan: 'SEDAN',
  hatch: 'HATCHBACK',
  suv: 'SUV',
  coupe: 'COUPE',
  wagon: 'WAGON',
  pickup: 'TRUCK',
  convertible: 'CONVERTIBLE',
  minivan: 'MINIVAN',
  van: 'VAN',
} as const

const fuels: Readonly<Record<string, string>> = {
  Petrol: 'GASOLINE',
  Diesel: 'DIESEL',
  Hybrid: 'HYBRID',
  'Plug-in hybrid': 'PLUGIN_HYBRID',
  Electric: 'ELECTRIC',
}

const drives = { front: 'FWD', rear: 'RWD', all: 'AWD', four: '4X4' } as const

const conditions: Readonly<Record<string, string>> = { Excellent: 'EXCELLENT', Good: 'GOOD', Fair: 'FAIR' }

const columns: Columns = {
  vehicle_id: ({ car }) => car.id,
  stock_number: ({ car }) => car.stockNo,
  title: ({ car }) => formatCarName(car),
  description: ({ car }) => car.description,
  url: ({ page }) => page,
  make: ({ car }) => car.make,
  model: ({ car }) => car.modelName,
  year: ({ car }) => car.year,
  trim: ({ car }) => car.trim,
  'mileage.value': ({ car }) => car.mileage,
  'mileage.unit': ({ car }) => car.mileageUnit?.toUpperCase() ?? null,
  ...photoColumns(),
  transmission: ({ car }) => car.transmission?.toUpperCase() ?? null,
  fuel_type: ({ car }) => fuels[car.fuel ?? ''] ?? null,
  body_style: ({ car }) => car.body && bodies[car.body],
  drivetrain: ({ car }) => car.drive && drives[car.drive],
  vin: ({ car }) => car.vin,
  condition: ({ car }) => conditions[car.condition] ?? null,
  price: formatFeedPrice,
  'address.addr1': (car) => buildMetaAddress(car).street,
  'address.city': (car) => buildMetaAddress(car).city,
  'address.region': (car) => buildMetaAddress(car).region,
  'address.postal_code': (car) => buildMetaAddress(car).postalCode ?? car.car.zip,
  'address.country': (car) => (buildMetaAddress(car).region === null && car.car.zip === null ? null : 'US'),
  exterior_color: ({ car }) => car.color,
  interior_color: ({ car }) => car.interiorColor,
  availability: ({ car }) => (car.state === 'reserved' ? 'PENDING' : 'AVAILABLE'),
  date_first_on_lot: formatPostedDay,
  state_of_vehicle: () => 'USED',
  dealer_id: ({ car }) => car.sellerId,
  dealer_name: ({ car }) => car.sellerName,
}

function buildMetaAddress({ car }: StockCar) {
  return parseAddress(car.location)
}

/** Returns two columns for each photo: its URL, and the tag that Meta requires. */
function photoColumns(): Columns {
  const indexes = Array.from({ length: MAX_PHOTOS_PER_CAR }, (_, index) => index)
  return Object.fromEntries(
    indexes.flatMap((index) => [
      [`image[${index}].url`, ({ photos }: StockCar) => photos[index]?.jpeg ?? null],
      [`image[${index}].tag[0]`, ({ photos }: StockCar) => (photos[index] ? `Photo ${index + 1}` : null)],
    ]),
  )
}
