import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ZipCode } from 'zipcodes'
import type { FieldError } from '../../contract/api/problems.ts'

export const UNKNOWN_ZIP = 'We don’t know this ZIP code. Check its five digits.'

const EARTH_RADIUS_MILES = 3958.8
/** One more than the highest ZIP code. */
const CODES = 100_000

/** The coordinates of each ZIP code in radians, indexed by its number. Unknown ones are NaN. */
interface Coordinates {
  latitude: Float64Array
  longitude: Float64Array
  /** The cosine of the latitude. */
  cosine: Float64Array
}

let coordinates: Coordinates | null = null

export function isKnownZip(zip: string): boolean {
  const { latitude } = (coordinates ??= readCoordinates())
  return /^\d{5}$/.test(zip) && !Number.isNaN(latitude[Number(zip)])
}

/** Returns an error for the field if its ZIP code does not exist. An empty field has no error. */
export function findZipErrors(path: string, zip: string | null | undefined): FieldError[] {
  return !zip || isKnownZip(zip) ? [] : [{ path, message: UNKNOWN_ZIP }]
}

/**
 * Returns the great-circle distance between the centers of two ZIP codes in miles by the haversine formula, or
 * null if one of them is unknown. A search calls it for every ZIP code of a listed car.
 */
export function milesBetween(zip: string, otherZip: string): number | null {
  const { latitude, longitude, cosine } = (coordinates ??= readCoordinates())
  const [from, to] = [indexOf(zip), indexOf(otherZip)]
  const northward = Math.sin((latitude[to]! - latitude[from]!) / 2)
  const eastward = Math.sin((longitude[to]! - longitude[from]!) / 2)
  const haversine = northward * northward + cosine[from]! * cosine[to]! * eastward * eastward
  const miles = 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(haversine)))
  return Number.isNaN(miles) ? null : miles
}

function indexOf(zip: string): number {
  return zip.length === 5 ? Number(zip) : NaN
}

/**
 * Reads the coordinates from the source of the `zipcodes` package. Importing the package would take twice as
 * long and retain 20 MB. Military post offices without coordinates are unknown, and so are Canadian codes, which
 * are in another file.
 */
function readCoordinates(): Coordinates {
  const source = readFileSync(createRequire(import.meta.url).resolve('zipcodes/lib/codes.js'), 'latin1')
  const table = source.slice(source.indexOf('{'), source.indexOf('};') + 1)
  const latitudes = new Float64Array(CODES).fill(NaN)
  const longitudes = new Float64Array(CODES).fill(NaN)
  for (const { zip, latitude, longitude } of Object.values(JSON.parse(table) as Record<string, ZipCode>)) {
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude) || latitude === 0 || longitude === 0)
      continue
    latitudes[Number(zip)] = toRadians(latitude)
    longitudes[Number(zip)] = toRadians(longitude)
  }
  return { latitude: latitudes, longitude: longitudes, cosine: latitudes.map(Math.cos) }
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
