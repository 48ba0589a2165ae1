import { formatSellingPrice } from '../../../../contract/all-in-price.ts'
import {
  carColumnNames,
  carColumns,
  getFileField,
  type CarColumn,
} from '../../../../contract/cars/car-columns.ts'
import { toPublicState } from '../../../../contract/cars/car-life.ts'
import { getSellerField } from '../../../../contract/cars/seller-fields.ts'
import { writeCsv } from '../../../csv/write-csv.ts'
import { formatCarCell } from '../../cars/car-cells.ts'
import type { Car } from '../../cars/car.ts'
import type { StockCar } from '../stock.ts'
import { CSV, listHeaderNames, buildFeedRows, type Columns, type FeedHead, type Format } from './format.ts'

/**
 * The columns of our own export that anonymous visitors can see on a car's page, and the page's URLs. Unlike
 * other feeds, this file is also opened by people, so its cells are escaped.
 */
export const ownCsv: Format = {
  ...CSV,
  write: (head, pages) =>
    writeCsv(listHeaderNames(listCsvColumns(head)), buildFeedRows(listCsvColumns(head), pages)),
}

function listCsvColumns({ isSellerVerified, fees }: FeedHead): Columns {
  const shownColumns = carColumnNames.filter((column) => isShown(column, isSellerVerified))
  return {
    ...Object.fromEntries(
      shownColumns.map((column) => [carColumns[column].header, createCsvCellReader(column)]),
    ),
    ...(fees.length > 0 && { all_in_price: ({ car }) => formatAllInCell(car) }),
    availability: ({ car }) => toPublicState(car.state),
    url: ({ page }) => page,
    photos: ({ photos }) => photos.map(({ url }) => url).join(' '),
  }
}

/** The price as typed stays in its own column, because the file can be imported again. */
function formatAllInCell({ priceText, allInMinor, fees }: Car): string {
  return allInMinor === null ? '' : formatSellingPrice(priceText, allInMinor, fees)
}

/** Reports whether a column is in the feed. Columns for dealers are omitted for private sellers. */
function isShown(column: CarColumn, isSellerVerified: boolean): boolean {
  if (column === 'id') return true
  const { audience } = getSellerField(getFileField(column))
  return audience === 'everyone' || (audience === 'dealers' && isSellerVerified)
}

function createCsvCellReader(column: CarColumn) {
  return ({ car }: StockCar) => formatCarCell(column, addPublicPrices(car))
}

/** Clears a price string that is not a valid price. It may contain anything, such as a phone number. */
function addPublicPrices(car: Car): Car {
  const { priceText, priceMinor, originalPriceText, originalPriceMinor } = car
  return {
    ...car,
    priceText: priceMinor === null ? '' : priceText,
    originalPriceText: originalPriceMinor === null ? '' : originalPriceText,
  }
}
