import { hasValidCheckDigit, isBuiltInNorthAmerica, isForExport } from '../../../contract/cars/vin.ts'
import { manufacturerOf } from './manufacturers.ts'
import { tidyModel } from './model-names.ts'
import { CYCLE, modelYears, northAmericanYears } from './model-years.ts'
import type { Maker, VinData } from './vin-data.ts'

/**
 * The details of a car that its VIN encodes. A field is null if the VIN does not encode it, or if its meaning
 * is not published.
 */
export interface DecodedVin {
  make: string | null
  model: string | null
  year: number | null
  trim: string | null
  body: string | null
  fuel: string | null
  doors: number | null
  /** In cubic centimeters. */
  engineCc: number | null
}

/** The value of the first matching line for each field. The keys are the fields' letters. */
type Found = ReadonlyMap<string, string>

/**
 * Decodes a VIN.
 * @param vin a VIN that has already been validated
 */
export function decodeVin({ makers, schemas }: VinData, vin: string, now: Date): DecodedVin {
  const maker = makers.get(makerOf(vin))
  const described = `${vin.slice(3, 8)}|${vin.slice(9)}`
  for (const year of patternYears(vin, now)) {
    const found = likeliest(schemasOf(maker, year).map((place) => read(schemas[place]!, described)))
    if (found && isSure(found, vin, maker, year)) return describe(found, year, vin)
  }
  return { ...nothing, make: makeOf(maker, vin), year: onlyYear(vin, now) }
}

/**
 * Returns the model years whose North American patterns may apply; empty if the VIN is from another market.
 */
function patternYears(vin: string, now: Date): number[] {
  if (!hasValidCheckDigit(vin) || isForExport(vin)) return []
  const years = northAmericanYears(vin, now)
  return isBuiltInNorthAmerica(vin) ? years : years.slice(0, 1)
}

/**
 * Reports whether a match is reliable. One check digit in eleven is valid by chance, and outside North
 * America, position 7 does not distinguish the two 30-year cycles. An overseas manufacturer may also have
 * used its code one cycle later. In that case, the patterns for the earlier year must also match the body or
 * the engine.
 */
function isSure(found: Found, vin: string, maker: Maker | undefined, year: number): boolean {
  if (isBuiltInNorthAmerica(vin) || ['b', 'c', 'l'].some((letter) => found.has(letter))) return true
  return schemasOf(maker, year + CYCLE).length === 0
}

const nothing: DecodedVin = {
  make: null,
  model: null,
  year: null,
  trim: null,
  body: null,
  fuel: null,
  doors: null,
  engineCc: null,
}

/**
 * Returns the code of a VIN's maker. Small makers share their first three characters, the third of which is a
 * 9. Positions 12 to 14 distinguish them.
 */
function makerOf(vin: string): string {
  return vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3)
}

function schemasOf(maker: Maker | undefined, year: number): number[] {
  return (maker?.schemas ?? []).filter(({ from, to }) => from <= year && year <= to).map(({ place }) => place)
}

function read(schema: string, described: string): Found {
  const found = new Map<string, string>()
  for (const line of schema.split('\n')) {
    const tab = line.indexOf('\t')
    if (!found.has(line[0]!) && fits(described, line.slice(1, tab))) found.set(line[0]!, line.slice(tab + 1))
  }
  return found
}

/**
 * Returns the match that explains most of the VIN. Several of a maker's models may share a pattern, so there
 * may be more than one.
 */
function likeliest(all: readonly Found[]): Found | null {
  const named = all.filter((found) => found.has(MODEL))
  return named.reduce<Found | null>((best, found) => (best && best.size >= found.size ? best : found), null)
}

const MODEL = 'm'

function describe(found: Found, year: number, vin: string): DecodedVin {
  const [make, model] = found.get(MODEL)!.split('|') as [string, string]
  const fuel = fuelOf(found)
  const named = { make, model, year, fuel, trim: found.get('t') ?? null, series: found.get('s') ?? null }
  return {
    year,
    fuel,
    ...tidyModel(named, vin),
    body: found.get('b') ?? null,
    doors: Number(found.get('d')) || null,
    engineCc: Math.round(Number(found.get('c')) || Number(found.get('l')) * 1000) || null,
  }
}

/**
 * Returns the fuel. A second fuel makes the car a hybrid. If electricity is listed first, it is a plug-in
 * hybrid.
 */
function fuelOf(found: Found): string | null {
  const [first, second] = [found.get('f') ?? null, found.get('g')]
  if (first === 'Electric' && second) return 'Plug-in hybrid'
  return second === 'Electric' ? 'Hybrid' : first
}

/** Returns the make of a car whose model is unknown. */
function makeOf(maker: Maker | undefined, vin: string): string | null {
  return manufacturerOf(vin)?.make ?? (maker?.makes.length === 1 ? maker.makes[0]! : null)
}

/** Returns the model year if it is certain; in North America, position 7 decides between two years. */
function onlyYear(vin: string, now: Date): number | null {
  const [year, ...otherYears] = modelYears(vin, now)
  return year !== undefined && (otherYears.length === 0 || isBuiltInNorthAmerica(vin)) ? year : null
}

/**
 * Reports whether a VIN's characters match a pattern from NHTSA. `*` matches any character, and `[A-HJ]` any
 * of those listed. Characters after the pattern's end are ignored.
 * @param described positions 4 to 8, a bar, and the positions from 10 on
 */
export function fits(described: string, pattern: string): boolean {
  let place = 0
  for (let at = 0; at < pattern.length; at++, place++) {
    const wanted = pattern[at]
    const character = described[place]
    if (character === undefined) return false
    if (wanted === '[') {
      const end = pattern.indexOf(']', at)
      if (!isOneOf(character, pattern.slice(at + 1, end))) return false
      at = end
    } else if (wanted !== '*' && wanted !== character) return false
  }
  return true
}

function isOneOf(character: string, set: string): boolean {
  for (let at = 0; at < set.length; at++)
    if (set[at + 1] === '-' && at + 2 < set.length) {
      if (character >= set[at]! && character <= set[at + 2]!) return true
      at += 2
    } else if (character === set[at]) return true
  return false
}
