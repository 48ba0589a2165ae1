import { carColumnNames, carColumns, type CarColumn } from '../../../../contract/cars/car-columns.ts'
import { withoutAccents } from '../../../../contract/plain-text.ts'
import { nameWithoutUnit } from './header-units.ts'
import { plainName } from './plain-name.ts'

/**
 * What others call a column, without capitals and signs, the likelier first: the AX10 format of dealers' systems, Google's
 * vehicle listings feed, Meta's automotive feed, and what people write.
 */
const aliases: Partial<Record<CarColumn, readonly string[]>> = {
  stockNo: ['stock', 'stockno', 'stocknum', 'stockid', 'vehicleid', 'inventorynumber', 'id'],
  vin: ['vinnumber', 'vehicleidentificationnumber'],
  make: ['brand', 'manufacturer', 'makename'],
  modelName: ['model', 'title', 'name', 'vehicle'],
  year: ['modelyear', 'vehicleyear'],
  mileage: [
    'mileagevalue',
    'odometer',
    'odometerreading',
    'odometervalue',
    'currentmileage',
    'milage',
    'driven',
    'laufleistung',
    'kilometerstand',
    'kilometrage',
    'kilometraje',
    'quilometragem',
    'chilometraggio',
    'kmstand',
    'пробег',
    'kilometros',
    'quilometros',
    'chilometri',
    'millas',
    'milhas',
    'meilen',
    'miglia',
  ],
  mileageUnit: ['mileageunit', 'mileageunits', 'odometerunit', 'odometerunits'],
  fuel: ['fueltype'],
  body: ['bodystyle', 'bodytype'],
  transmission: ['transmissiontype', 'gearbox', 'trans'],
  drive: ['drivetype', 'drivetrain'],
  color: ['exteriorcolor', 'exterior', 'extcolor', 'colour'],
  interiorColor: ['interior', 'intcolor', 'interiorcolour'],
  doors: ['numberofdoors', 'doorcount'],
  seats: ['numberofseats', 'seatingcapacity', 'passengercapacity'],
  engineCc: ['displacement', 'enginesize', 'enginedisplacement'],
  powerKw: ['kw', 'power', 'horsepower', 'hp'],
  owners: ['previousowners', 'numberofowners', 'numberofpreviousowners'],
  trim: ['trimlevel', 'series', 'version'],
  engine: ['enginedescription', 'enginetype'],
  registration: ['licenseplate', 'plate', 'registrationnumber'],
  price: ['pricecurrent', 'resellprice', 'sellingprice', 'askingprice', 'internetprice', 'listprice'],
  originalPrice: ['originalprice', 'msrp', 'retailprice'],
  usageTime: ['usagetime'],
  location: ['addresscity', 'addressregion', 'addressstate', 'address', 'dealershipaddress', 'city'],
  phone: ['phonenumber', 'contact', 'telephone'],
  description: ['comments', 'sellernotes', 'notes', 'dealercomments', 'webaddescription'],
}

/** Names of reduced prices. Feeds fill them only for cars that are on sale. */
const REDUCED_PRICES = ['saleprice', 'specialprice']

/** Names beside which a further column may say the rest of the same field, or the field of other rows. */
const PARTIAL_NAMES: ReadonlySet<string> = new Set([...REDUCED_PRICES, 'addresscity'])

/**
 * Maps the columns of a file, by their places, to what their names say. Each field has the column with its likeliest
 * name; a price may have a reduced one, too, and a location has a column for each part of it.
 */
export function knownColumns(headers: readonly string[]): Map<number, CarColumn> {
  const known = new Map<number, CarColumn>()
  for (const column of carColumnNames)
    for (const name of namesOf(column)) {
      const at = headers.findIndex((header, at) => !known.has(at) && isNamed(column, header, name))
      if (at < 0) continue
      known.set(at, column)
      if (!PARTIAL_NAMES.has(name)) break
    }
  return known
}

/** Returns how likely a column of this name is the field, 0 for the likeliest. */
export function rankOfName(column: CarColumn, header: string): number {
  const rank = namesOf(column).findIndex((name) => isNamed(column, header, name))
  return rank < 0 ? Infinity : rank
}

function namesOf(column: CarColumn): string[] {
  const names = [plainName(carColumns[column].header), ...(aliases[column] ?? [])]
  if (column === 'price') return [...REDUCED_PRICES, ...names]
  // The unit alone may be the name: `km`.
  return column === 'mileage' ? [...names, ''] : names
}

function isNamed(column: CarColumn, header: string, name: string): boolean {
  const plain = plainName(withoutAccents(header))
  if (plain === '') return false
  return plain === name || (column === 'mileage' && nameWithoutUnit(header) === name)
}

/** Whether a file is our own export: it says all of a car, so that an empty cell of it means that there is nothing. */
export function isOwnExport(headers: readonly string[]): boolean {
  return headers.map(plainName).includes(plainName(carColumns.id.header))
}
