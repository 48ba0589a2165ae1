import { carColumnNames, carColumns, fieldOf, type CarColumn } from '../../../../contract/cars/car-columns.ts'
import { publicState } from '../../../../contract/cars/car-life.ts'
import { sellerField } from '../../../../contract/cars/seller-fields.ts'
import { writeCsv } from '../../../csv/write-csv.ts'
import { cellOf } from '../../cars/car-cells.ts'
import type { Car } from '../../cars/car.ts'
import type { StockCar } from '../stock.ts'
import { CSV, headerOf, rowsOf, type Columns, type FeedHead, type Format } from './format.ts'

/** The columns of the export, as far as strangers read them on the car's page, and its addresses. People open it, too. */
export const ownCsv: Format = {
  ...CSV,
  write: (head, pages) => writeCsv(headerOf(columnsFor(head)), rowsOf(columnsFor(head), pages)),
}

function columnsFor({ isSellerVerified }: FeedHead): Columns {
  const shown = carColumnNames.filter((column) => isShown(column, isSellerVerified))
  return {
    ...Object.fromEntries(shown.map((column) => [carColumns[column].header, cellAt(column)])),
    availability: ({ car }) => publicState(car.state),
    url: ({ page }) => page,
    photos: ({ photos }) => photos.map(({ url }) => url).join(' '),
  }
}

/** Private people's numbers are not shown whole: their cars are told apart by the ID. */
function isShown(column: CarColumn, isSellerVerified: boolean): boolean {
  if (column === 'id') return true
  const { audience } = sellerField(fieldOf(column))
  return audience === 'everyone' || (audience === 'dealers' && isSellerVerified)
}

function cellAt(column: CarColumn) {
  return ({ car }: StockCar) => cellOf(column, withPublicPrices(car))
}

/** What is no price may hold anything, such as a telephone number. */
function withPublicPrices(car: Car): Car {
  const { priceText, priceMinor, originalPriceText, originalPriceMinor } = car
  return {
    ...car,
    priceText: priceMinor === null ? '' : priceText,
    originalPriceText: originalPriceMinor === null ? '' : originalPriceText,
  }
}
