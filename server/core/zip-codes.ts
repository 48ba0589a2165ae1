import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ZipCode } from 'zipcodes'
import type { FieldError } from '../../contract/api/problems.ts'

export const UNKNOWN_ZIP = 'We don’t know this ZIP code. Check its five digits.'

const EARTH_RADIUS_MILES = 3958.8
/** One more than the highest ZIP code. */
const CODES = 100_000

/**
 * The center of each ZIP code as a point on a sphere of radius 1, indexed by the code's number. Unknown ones are
 * NaN.
 */
interface Centers {
  x: Float64Array
  y: Float64Array
  z: Float64Array
}

let centers: Centers | null = null

export function isKnownZip(zip: string): boolean {
  const { x } = (centers ??= readCenters())
  return /^\d{5}$/.test(zip) && !Number.isNaN(x[Number(zip)])
}

/** Returns an error for the field if its ZIP code does not exist. An empty field has no error. */
export function findZipErrors(path: string, zip: string | null | undefined): FieldError[] {
  return !zip || isKnownZip(zip) ? [] : [{ path, message: UNKNOWN_ZIP }]
}

/**
 * Returns the great-circle distance between the centers of two ZIP codes in miles, or null if one of them is
 * unknown. A search calls it for every ZIP code of a listed car, so it is computed from the chord between two
 * points, which needs fewer trigonometric functions than their coordinates.
 */
export function measureMiles(zip: string, otherZip: string): number | null {
  const { x, y, z } = (centers ??= readCenters())
  const [from, to] = [toZipIndex(zip), toZipIndex(otherZip)]
  const chord = Math.sqrt((x[to]! - x[from]!) ** 2 + (y[to]! - y[from]!) ** 2 + (z[to]! - z[from]!) ** 2)
  const miles = 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, chord / 2))
  return Number.isNaN(miles) ? null : miles
}

function toZipIndex(zip: string): number {
  return zip.length === 5 ? Number(zip) : NaN
}

/**
 * Reads the coordinates from the source of the `zipcodes` package. Importing the package would take twice as
 * long and retain 20 MB. Military post offices without coordinates are unknown, and so are Canadian codes, which
 * are in another file.
 */
function readCenters(): Centers {
  const source = readFileSync(createRequire(import.meta.url).resolve('zipcodes/lib/codes.js'), 'latin1')
  const table = source.slice(source.indexOf('{'), source.indexOf('};') + 1)
  const [x, y, z] = [unknownValues(), unknownValues(), unknownValues()]
  for (const { zip, latitude, longitude } of Object.values(JSON.parse(table) as Record<string, ZipCode>)) {
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude) || latitude === 0 || longitude === 0)
      continue
    const [north, east] = [toRadians(latitude), toRadians(longitude)]
    x[Number(zip)] = Math.cos(north) * Math.cos(east)
    y[Number(zip)] = Math.cos(north) * Math.sin(east)
    z[Number(zip)] = Math.sin(north)
  }
  return { x, y, z }
}

const unknownValues = () => new Float64Array(CODES).fill(NaN)

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
