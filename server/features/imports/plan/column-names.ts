import { carColumnNames, carColumns, type CarColumn } from '../../../../contract/cars/car-columns.ts'
import { removeAccents } from '../../../../contract/plain-text.ts'
import { removeHeaderUnit } from './header-units.ts'
import { toPlainName } from './plain-name.ts'

/**
 * Alternative column names in normalized form, most likely first. They come from the AX10 format of dealer
 * systems, Google's vehicle listings feed, Meta's automotive feed, and common usage.
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
  title: ['titlebrand', 'titletype'],
  accidents: ['accidenthistory', 'accident', 'damagehistory'],
  serviceHistory: ['servicerecords', 'maintenancehistory', 'maintenancerecords'],
  keys: ['numberofkeys', 'keycount'],
  warranty: ['warrantytype', 'warrantystatus'],
  warrantyUntil: ['warrantyend', 'warrantyenddate', 'warrantyexpires', 'warrantyexpiration'],
  lastInspection: ['inspection', 'inspectiondate', 'lastinspectiondate', 'inspectedon'],
  tires: ['tirecondition', 'tyres'],
  batteryHealth: ['stateofhealth', 'soh', 'batterysoh', 'batterystateofhealth'],
  evRange: ['range', 'electricrange', 'batteryrange', 'eparange'],
  trim: ['trimlevel', 'series', 'version'],
  engine: ['enginedescription', 'enginetype'],
  registration: ['licenseplate', 'plate', 'registrationnumber'],
  price: ['pricecurrent', 'resellprice', 'sellingprice', 'askingprice', 'internetprice', 'listprice'],
  originalPrice: ['originalprice', 'msrp', 'retailprice'],
  usageTime: ['usagetime'],
  location: ['addresscity', 'addressregion', 'addressstate', 'address', 'dealershipaddress', 'city'],
  zip: ['zip', 'zipcode', 'postalcode', 'postcode'],
  phone: ['phonenumber', 'contact', 'telephone'],
  description: ['comments', 'sellernotes', 'notes', 'dealercomments', 'webaddescription'],
}

/** Column names for reduced prices. Feeds fill these columns only for cars that are on sale. */
const REDUCED_PRICES = ['saleprice', 'specialprice']

/**
 * Column names that allow another column for the same field. That column contains the rest of the value or
 * the values of other rows.
 */
const PARTIAL_NAMES: ReadonlySet<string> = new Set([...REDUCED_PRICES, 'addresscity'])

/**
 * Maps column indexes to fields by column name. Each field gets the column with the most likely name. A price
 * may also have a column for the reduced price, and a location may have one column per part.
 */
export function findKnownColumns(headers: readonly string[]): Map<number, CarColumn> {
  const fieldsByIndex = new Map<number, CarColumn>()
  for (const column of carColumnNames)
    for (const name of listColumnNames(column)) {
      const index = headers.findIndex(
        (header, index) => !fieldsByIndex.has(index) && isNamed(column, header, name),
      )
      if (index < 0) continue
      fieldsByIndex.set(index, column)
      if (!PARTIAL_NAMES.has(name)) break
    }
  return fieldsByIndex
}

/** Returns the rank of a column name for a field: 0 for the most likely name, and `Infinity` for no match. */
export function rankColumnName(column: CarColumn, header: string): number {
  const rank = listColumnNames(column).findIndex((name) => isNamed(column, header, name))
  return rank < 0 ? Infinity : rank
}

function listColumnNames(column: CarColumn): string[] {
  const names = [toPlainName(carColumns[column].header), ...(aliases[column] ?? [])]
  if (column === 'price') return [...REDUCED_PRICES, ...names]
  // The column name may contain nothing but the unit: `km`.
  return column === 'mileage' ? [...names, ''] : names
}

function isNamed(column: CarColumn, header: string, name: string): boolean {
  const plain = toPlainName(removeAccents(header))
  if (plain === '') return false
  return plain === name || (column === 'mileage' && removeHeaderUnit(header) === name)
}

/**
 * Reports whether a spreadsheet is our own export. The export contains all of a car's data, so an empty cell
 * means that the car has no value.
 */
export function isOwnExport(headers: readonly string[]): boolean {
  return headers.map(toPlainName).includes(toPlainName(carColumns.id.header))
}
