import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
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

/** The distances of the latest searches. Each entry takes 0.8 MB. */
const distances = new LRUCache<string, Float64Array>({ max: 8 })

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
 * unknown.
 */
export function measureMiles(zip: string, otherZip: string): number | null {
  const miles = measureArc((centers ??= readCenters()), toZipIndex(zip), toZipIndex(otherZip))
  return Number.isNaN(miles) ? null : miles
}

/**
 * Returns the distance in miles from a ZIP code to every other one, indexed by the code's number. It is NaN for an
 * unknown code and at 0, which stands for a missing one. A search looks up the ZIP codes of all listed cars, both to filter and to sort.
 */
export function listMilesFrom(zip: string): Float64Array {
  const known = distances.get(zip)
  if (known) return known
  const all = (centers ??= readCenters())
  const from = toZipIndex(zip)
  const miles = unknownValues()
  for (let to = 0; to < CODES; to++) miles[to] = measureArc(all, from, to)
  distances.set(zip, miles)
  return miles
}

/** Computes a distance from the chord between two points, which needs one trigonometric function. */
function measureArc({ x, y, z }: Centers, from: number, to: number): number {
  const chord = Math.sqrt((x[to]! - x[from]!) ** 2 + (y[to]! - y[from]!) ** 2 + (z[to]! - z[from]!) ** 2)
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, chord / 2))
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
