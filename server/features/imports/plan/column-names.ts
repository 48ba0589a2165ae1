import { carColumnNames, carColumns, type CarColumn } from '../../../../contract/car-columns.ts'
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
  mileage: ['mileagevalue', 'odometer', 'miles', 'kilometers', 'kilometres', 'odometerreading'],
  mileageUnit: ['mileageunit', 'odometerunit'],
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
  price: [
    'pricecurrent',
    'resellprice',
    'sellingprice',
    'askingprice',
    'internetprice',
    'listprice',
    'saleprice',
  ],
  originalPrice: ['originalprice', 'msrp', 'retailprice'],
  usageTime: ['usagetime'],
  location: ['address', 'dealershipaddress', 'city'],
  phone: ['phonenumber', 'contact', 'telephone'],
  description: ['comments', 'sellernotes', 'notes', 'dealercomments'],
}

/** What each column of a file is by its name; each is one column, the one with its likeliest name. */
export function knownColumns(headers: readonly string[]): Map<number, CarColumn> {
  const names = headers.map(plainName)
  const known = new Map<number, CarColumn>()
  for (const column of carColumnNames)
    for (const name of [plainName(carColumns[column].header), ...(aliases[column] ?? [])]) {
      const at = names.findIndex((one, at) => one === name && !known.has(at))
      if (at < 0) continue
      known.set(at, column)
      break
    }
  return known
}

/** Whether a file is our own export: it says all of a car, so that an empty cell of it means that there is nothing. */
export function isOwnExport(headers: readonly string[]): boolean {
  return headers.map(plainName).includes(plainName(carColumns.id.header))
}
