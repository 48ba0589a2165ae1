import { MM_PER_MILE } from '../../../contract/cars/mileage.ts'
import type { PriceLabel } from '../../../contract/cars/price-labels.ts'
import { sqlFragments, type RowBatchReader } from '../../db/engines/row-batch-reader.ts'
import { DISTANCE_MM } from '../car-columns.ts'
import { createChangeLog, type ChangeLog } from '../change-log.ts'
import type { PricedCar } from './comparable-cars.ts'

/** A priced car with the label that is stored with it. */
export interface LabeledCar extends PricedCar {
  label: PriceLabel | null
}

/** Reads the cars with a price that are on the market or were sold here, and their changes. */
export interface PricedRows {
  all(): Iterable<LabeledCar>
  /** Reads the priced cars among these IDs. */
  some(ids: Iterable<string>): Iterable<LabeledCar>
  /** The change log of cars, by car ID. */
  changes: ChangeLog<string>
}

type Row = [
  id: string,
  make: string | null,
  model: string | null,
  fuel: string | null,
  transmission: string | null,
  engineCc: number | null,
  year: number | null,
  distanceMm: number | null,
  priceMinor: number,
  soldAt: string | null,
  label: PriceLabel | null,
]

// The last change of the state of a sold car was its sale.
const selectCars = `select id, category_name, model, fuel, transmission, "engineCc", year, ${DISTANCE_MM}, all_in_minor,
    case state when 'sold' then (select max(at) from car_changes where car = cars.id and field = 'state') end,
    price_label
  from cars
  where hidden_at is null and all_in_minor > 0 and state in ('instock', 'reserved', 'sold')`

export function createPricedRows(rows: () => RowBatchReader): PricedRows {
  return {
    *all() {
      for (const row of rows().read(selectCars)) yield toLabeledCar(row as Row)
    },
    *some(ids) {
      const among = sqlFragments[rows().engine].amongTexts(1)
      for (const row of rows().read(`${selectCars} and id ${among}`, JSON.stringify([...ids])))
        yield toLabeledCar(row as Row)
    },
    changes: createChangeLog(rows, (topic) => (topic.startsWith('car ') ? topic.slice('car '.length) : null)),
  }
}

function toLabeledCar(row: Row): LabeledCar {
  const [id, make, model, fuel, transmission, engineCc, year, distanceMm, priceMinor, soldAt, label] = row
  return {
    id,
    make,
    model,
    fuel,
    transmission,
    engineCc,
    year,
    miles: distanceMm === null ? null : distanceMm / MM_PER_MILE,
    priceMinor,
    soldAt: soldAt === null ? null : Date.parse(soldAt),
    label,
  }
}
