import { hasValidCheckDigit, isBuiltInNorthAmerica, isForExport } from '../../../contract/cars/vin.ts'
import { findManufacturer } from './manufacturers.ts'
import { tidyModel } from './model-names.ts'
import { CYCLE, listModelYears, listNorthAmericanYears } from './model-years.ts'
import type { Maker, VinData } from './vin-data.ts'

/**
 * The details that a VIN encodes. A field is null if the VIN does not encode it or its meaning is not
 * published.
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

/** The values of the first matching lines, by the letters of their fields. */
type FieldValues = ReadonlyMap<string, string>

/** Decodes a VIN that has already been validated. */
export function decodeVin({ makers, schemas }: VinData, vin: string, now: Date): DecodedVin {
  const maker = makers.get(getMakerCode(vin))
  const described = `${vin.slice(3, 8)}|${vin.slice(9)}`
  for (const year of patternYears(vin, now)) {
    const values = findLikeliest(
      listSchemas(maker, year).map((index) => matchSchema(schemas[index]!, described)),
    )
    if (values && isSure(values, vin, maker, year)) return toDecodedVin(values, year, vin)
  }
  return { ...noDetails, make: findVinMake(maker, vin), year: findOnlyYear(vin, now) }
}

/**
 * Returns the model years whose North American patterns may apply, or none if the VIN is from another market.
 */
function patternYears(vin: string, now: Date): number[] {
  if (!hasValidCheckDigit(vin) || isForExport(vin)) return []
  const years = listNorthAmericanYears(vin, now)
  return isBuiltInNorthAmerica(vin) ? years : years.slice(0, 1)
}

/**
 * Reports whether a match is reliable. One check digit in eleven is valid by chance, and outside North
 * America, position 7 does not distinguish the two 30-year cycles. If the maker also used its code one cycle
 * later, the patterns for the earlier year must match the body or the engine, too.
 */
function isSure(values: FieldValues, vin: string, maker: Maker | undefined, year: number): boolean {
  if (isBuiltInNorthAmerica(vin) || ['b', 'c', 'l'].some((letter) => values.has(letter))) return true
  return listSchemas(maker, year + CYCLE).length === 0
}

const noDetails: DecodedVin = {
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
function getMakerCode(vin: string): string {
  return vin[2] === '9' ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3)
}

function listSchemas(maker: Maker | undefined, year: number): number[] {
  return (maker?.schemas ?? []).filter(({ from, to }) => from <= year && year <= to).map(({ index }) => index)
}

function matchSchema(schema: string, described: string): FieldValues {
  const values = new Map<string, string>()
  for (const line of schema.split('\n')) {
    const tab = line.indexOf('\t')
    if (!values.has(line[0]!) && fits(described, line.slice(1, tab)))
      values.set(line[0]!, line.slice(tab + 1))
  }
  return values
}

/** Returns the match that explains most of the VIN. Several of a maker's models may share a pattern. */
function findLikeliest(matches: readonly FieldValues[]): FieldValues | null {
  const withModel = matches.filter((values) => values.has(MODEL))
  return withModel.reduce<FieldValues | null>(
    (best, values) => (best && best.size >= values.size ? best : values),
    null,
  )
}

const MODEL = 'm'

function toDecodedVin(values: FieldValues, year: number, vin: string): DecodedVin {
  const [make, model] = values.get(MODEL)!.split('|') as [string, string]
  const fuel = findFuel(values)
  const publishedNames = {
    make,
    model,
    year,
    fuel,
    trim: values.get('t') ?? null,
    series: values.get('s') ?? null,
  }
  return {
    year,
    fuel,
    ...tidyModel(publishedNames, vin),
    body: values.get('b') ?? null,
    doors: Number(values.get('d')) || null,
    engineCc: Math.round(Number(values.get('c')) || Number(values.get('l')) * 1000) || null,
  }
}

/**
 * Returns the fuel. A second fuel makes the car a hybrid. If electricity is listed first, it is a plug-in
 * hybrid.
 */
function findFuel(values: FieldValues): string | null {
  const [first, second] = [values.get('f') ?? null, values.get('g')]
  if (first === 'Electric' && second) return 'Plug-in hybrid'
  return second === 'Electric' ? 'Hybrid' : first
}

/** Returns the make of a car whose model is unknown. */
function findVinMake(maker: Maker | undefined, vin: string): string | null {
  return findManufacturer(vin)?.make ?? (maker?.makes.length === 1 ? maker.makes[0]! : null)
}

/** Returns the model year if it is certain. In North America, position 7 decides between two years. */
function findOnlyYear(vin: string, now: Date): number | null {
  const [year, ...otherYears] = listModelYears(vin, now)
  return year !== undefined && (otherYears.length === 0 || isBuiltInNorthAmerica(vin)) ? year : null
}

/**
 * Reports whether a VIN's characters match a pattern from NHTSA. `*` matches any character, and `[A-HJ]` any
 * of those listed. Characters after the pattern's end are ignored.
 * @param described positions 4 to 8, a bar, and the positions from 10 on
 */
export function fits(described: string, pattern: string): boolean {
  let position = 0
  for (let index = 0; index < pattern.length; index++, position++) {
    const expected = pattern[index]
    const character = described[position]
    if (character === undefined) return false
    if (expected === '[') {
      const end = pattern.indexOf(']', index)
      if (!isOneOf(character, pattern.slice(index + 1, end))) return false
      index = end
    } else if (expected !== '*' && expected !== character) return false
  }
  return true
}

function isOneOf(character: string, set: string): boolean {
  for (let index = 0; index < set.length; index++)
    if (set[index + 1] === '-' && index + 2 < set.length) {
      if (character >= set[index]! && character <= set[index + 2]!) return true
      index += 2
    } else if (character === set[index]) return true
  return false
}
