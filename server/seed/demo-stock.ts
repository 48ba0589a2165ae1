import { computeCheckDigit } from '../../contract/cars/vin.ts'
import type { Row } from '../db/tables.ts'
import { subtractDays } from './time-offsets.ts'
import { toCarRow, toPhotoRows, type CarRow } from './car-row.ts'
import { demoCars, addDemoPhotos, type DemoCar } from './catalog.ts'
import { buildDemoFacts } from './demo-facts.ts'
import { demoPeople } from './demo-people.ts'
import { userId } from './people-rows.ts'
import { createSeededId } from './random.ts'

/**
 * A demo car that is not for sale. Other than these values, it equals the catalog car with this `model` and
 * `year`.
 */
interface StockCar {
  model: string
  year: number
  seller: string
  state: CarRow['state']
  mileage: number
  /** The price as typed, or empty if it is undecided. */
  price: string
  daysAgo: number
  description: string
  /** True if the car has the catalog car's VIN instead of its own. */
  hasCatalogVin?: true
  /** True if the draft has neither photos nor a VIN yet. */
  isJustStarted?: true
  soldElsewhere?: { priceMinor: number; daysAgo: number; note: string }
}

const stock: readonly StockCar[] = [
  createStockCar('dealer', 'Q8 55 TFSI quattro', 2021, 'draft', 52_310, '47,900', 1, ''),
  { ...createStockCar('dealer', 'X5 xDrive40i', 2020, 'draft', 61_700, '', 0, ''), isJustStarted: true },
  createStockCar(
    'dealer',
    'A6 55 TFSI',
    2020,
    'due-in',
    58_020,
    '28,400',
    2,
    'Lease return, arrives with its service book.',
  ),
  createStockCar(
    'dealer',
    'Model Y Long Range',
    2022,
    'due-in',
    39_650,
    '31,500',
    3,
    'On the truck from Sacramento.',
  ),
  createStockCar(
    'dealer',
    '530e xDrive',
    2021,
    'preparing',
    44_180,
    '31,900',
    5,
    'New front pads, detailing, then photos.',
  ),
  createStockCar(
    'dealer',
    '330i xDrive',
    2020,
    'withdrawn',
    70_240,
    '20,900',
    34,
    'Back in the shop: a wheel bearing hums.',
  ),
  createStockCar(
    'dealer',
    'Q5 45 TFSI quattro',
    2020,
    'archived',
    88_400,
    '21,500',
    130,
    'Traded in with a cracked windshield.',
  ),
  soldElsewhere(
    createStockCar('dealer', 'A5 Coupe quattro', 2019, 'sold-elsewhere', 41_900, '22,400', 47, 'Both keys.'),
    {
      priceMinor: 2_190_000,
      daysAgo: 12,
      note: 'Cash, on the lot',
    },
  ),
  soldElsewhere(
    createStockCar(
      'dealer',
      'M340i xDrive',
      2022,
      'sold-elsewhere',
      36_700,
      '42,900',
      80,
      'Laser headlights.',
    ),
    {
      priceMinor: 4_210_000,
      daysAgo: 43,
      note: 'To a customer of ours',
    },
  ),
  soldElsewhere(
    createStockCar(
      'dealer',
      'Model S Long Range',
      2021,
      'sold-elsewhere',
      61_300,
      '43,500',
      110,
      'Yoke included.',
    ),
    {
      priceMinor: 4_150_000,
      daysAgo: 76,
      note: '',
    },
  ),
  {
    ...createStockCar(
      'ruben.salcedo',
      'A6 55 TFSI',
      2020,
      'in-review',
      45_400,
      '29,900',
      1,
      'Bought at an auction last week.',
    ),
    hasCatalogVin: true,
  },
]

function createStockCar(
  seller: string,
  model: string,
  year: number,
  state: CarRow['state'],
  mileage: number,
  price: string,
  daysAgo: number,
  description: string,
): StockCar {
  return { model, year, seller, state, mileage, price, daysAgo, description }
}

function soldElsewhere(car: StockCar, sale: NonNullable<StockCar['soldElsewhere']>): StockCar {
  return { ...car, soldElsewhere: sale }
}

/**
 * Builds the rows of the demo cars that buyers don't see: drafts, incoming, unlisted, sold elsewhere, and in
 * review.
 */
export function stockRows(now: Date): { cars: CarRow[]; pictures: Row<'car_pictures'>[] } {
  const rows = stock.map((car, index) => toStock(car, index, now))
  return { cars: rows.map(({ row }) => row), pictures: rows.flatMap(({ pictures }) => pictures) }
}

function toStock(stockCar: StockCar, index: number, now: Date) {
  const id = createSeededId('demo stock', index)
  const car = stockCars[index]!
  const sellerId = userId(car.sellerEmail)
  const row = toCarRow(
    car,
    { id, sellerId, postedAt: subtractDays(now, stockCar.daysAgo, index) },
    buildDemoFacts(car, index),
  )
  return {
    row: { ...row, ...stateColumns(stockCar, row, index, now) },
    pictures: stockCar.isJustStarted ? [] : toPhotoRows(car, id),
  }
}

/** The cars of `stock` as catalog cars. */
export const stockCars: readonly DemoCar[] = stock.map(asStock)

function asStock({
  model: modelName,
  year,
  seller,
  mileage,
  price,
  description,
  daysAgo,
}: StockCar): DemoCar {
  const model = demoCars.find((car) => car.modelName === modelName && car.year === year)
  if (!model) throw new Error(`No ${modelName} of ${year} in the demo catalog`)
  const sellerEmail = `${seller}@kerblight.test`
  const sellerContact = demoPeople.find(({ email }) => email === sellerEmail)?.phone ?? ''
  const ownValues = {
    sellerEmail,
    sellerContact,
    mileage,
    description,
    resellPrice: price,
    postedDaysAgo: daysAgo,
  }
  return addDemoPhotos({ ...model, ...ownValues, featured: false })
}

const NEVER_LISTED: readonly CarRow['state'][] = ['draft', 'due-in', 'preparing']

function stateColumns(
  stockCar: StockCar,
  { posted_at, vin }: CarRow,
  index: number,
  now: Date,
): Partial<CarRow> {
  const { state, isJustStarted, hasCatalogVin, soldElsewhere: sale } = stockCar
  return {
    state,
    listed_at: NEVER_LISTED.includes(state) ? null : posted_at,
    vin: isJustStarted || vin === null ? null : hasCatalogVin ? vin : varyVin(vin, index),
    held_vin: hasCatalogVin ? vin : null,
    elsewhere_price_minor: sale?.priceMinor ?? null,
    elsewhere_on: sale ? subtractDays(now, sale.daysAgo).toISOString().slice(0, 10) : null,
    elsewhere_note: sale?.note ?? '',
  }
}

/** Returns the VIN of another car of the same model and year: one with a different serial number. */
function varyVin(vin: string, index: number): string {
  const newVin = vin.slice(0, 11) + String(700_101 + index * 137).padStart(6, '0')
  return newVin.slice(0, 8) + computeCheckDigit(newVin) + newVin.slice(9)
}
