import { hasValidCheckDigit, isBuiltInNorthAmerica, isForExport } from '../../../contract/cars/vin.ts'
import { findManufacturer } from './manufacturers.ts'

/** Codes of the model years from 1980 on, and again from 2010 on (49 CFR 565.15). */
const codes = 'ABCDEFGHJKLMNPRSTVWXY123456789'
/** Number of years until a code repeats. */
export const CYCLE = 30
const FIRST_CYCLE_YEAR = 2010

/**
 * Reads the year from position 10 as North American VINs encode it, the likelier year first. Up to model year
 * 2009, position 7 is a digit. Returns an empty list if the character encodes no year.
 */
export function listNorthAmericanYears(vin: string, now: Date): number[] {
  const years = listCodeYears(vin, now)
  return /\d/.test(vin[6]!) ? years : years.reverse()
}

/**
 * Returns the possible model years of a VIN from any market, the likelier year first. Returns an empty list
 * if the manufacturer is unknown or does not encode the year.
 */
export function listModelYears(vin: string, now: Date): number[] {
  if (isBuiltInNorthAmerica(vin) && !isForExport(vin)) return listNorthAmericanYears(vin, now)
  const from = findManufacturer(vin)?.yearsFrom ?? null
  if (from === null) return []
  if (from === 'north-america')
    return hasValidCheckDigit(vin) && !isForExport(vin) ? listNorthAmericanYears(vin, now).slice(0, 1) : []
  const earliest = isOfLaterCycle(vin) ? FIRST_CYCLE_YEAR - 9 : from
  return listCodeYears(vin, now).filter((year) => year >= earliest)
}

function listCodeYears(vin: string, now: Date): number[] {
  const index = codes.indexOf(vin[9]!)
  if (index < 0) return []
  const lateYear = FIRST_CYCLE_YEAR + index
  // Cars of the next model year are sold before that calendar year begins.
  return [lateYear - CYCLE, lateYear].filter((year) => year <= now.getUTCFullYear() + 1)
}

/** Type codes of Volkswagen Group models that were built before the year letters repeated. */
const EARLY_TYPES = /^(\d\d|1[EGHLV]|2D|3A|4[ABD]|6[EKNU]|7[DM]|8[ABCDGL]|9[KU])$/
const VOLKSWAGEN_GROUP = /^(9BW|TMB|TMP|TRU|VSS|WA1|WAU|WUA|WV[1-3GW]|XW8)/
/** Matches Hyundai VINs since 2015, which have a digit at position 5. */
const LATE_HYUNDAI = /^KMH.\d/

/** Reports whether the model code shows that the VIN belongs to the later cycle of year letters. */
function isOfLaterCycle(vin: string): boolean {
  return VOLKSWAGEN_GROUP.test(vin) ? !EARLY_TYPES.test(vin.slice(6, 8)) : LATE_HYUNDAI.test(vin)
}
