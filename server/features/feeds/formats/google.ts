import { getOptionLabel } from '../../../../contract/cars/car-choices.ts'
import { writePlainCsv } from '../../../csv/write-csv.ts'
import type { StockCar } from '../stock.ts'
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
 * Google's vehicle listings feed (developers.google.com/vehicle-listings/reference/feed-specification): the
 * entire inventory as CSV. Google compares the cells with the car's page, so they are not escaped with an
 * apostrophe. Photos are JPEGs, the only one of our formats that Google lists
 * (support.google.com/merchants/answer/11190670).
 */
export const google: Format = {
  ...CSV,
  write: (_head, pages) => writePlainCsv(listHeaderNames(columns), buildFeedRows(columns, pages)),
}

const columns: Columns = {
  vin: ({ car }) => car.vin,
  id: ({ car }) => car.stockNo,
  store_code: ({ car }) => car.sellerId,
  dealership_name: ({ car }) => car.sellerName,
  dealership_address: ({ car }) => car.location,
  price: formatFeedPrice,
  condition: () => 'used',
  make: ({ car }) => car.make,
  model: ({ car }) => car.modelName,
  year: ({ car }) => car.year,
  trim: ({ car }) => car.trim,
  mileage: formatFeedMileage,
  exterior_color: ({ car }) => car.color,
  interior_color: ({ car }) => car.interiorColor,
  body_style: ({ car }) => car.body && getOptionLabel('body', car.body),
  transmission: ({ car }) => car.transmission,
  drivetrain: ({ car }) => car.drive && drives[car.drive],
  fuel: ({ car }) => (car.fuel === 'Petrol' ? 'Gasoline' : car.fuel),
  engine: ({ car }) => car.engine,
  doors: ({ car }) => car.doors,
  description: ({ car }) => car.description,
  image_link: ({ photos }) => photos[0]?.jpeg ?? null,
  additional_image_link: ({ photos }) => photos.slice(1).map(quotePhotoUrl).join(','),
  link: ({ page }) => page,
  date_in_stock: formatPostedDay,
}

const drives = { front: 'FWD', rear: 'RWD', all: 'AWD', four: '4WD' } as const

const units = { mi: 'miles', km: 'km' } as const

function formatFeedMileage({ car: { mileage, mileageUnit } }: StockCar): string | null {
  return mileage === null || mileageUnit === null ? null : `${mileage} ${units[mileageUnit]}`
}

/** Escapes the commas in a URL. Commas separate URLs in a cell. */
function quotePhotoUrl({ jpeg }: { jpeg: string }): string {
  return jpeg.replaceAll(',', '%2C')
}
