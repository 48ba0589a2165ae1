/** From 1980 on, and again from 2010 on (49 CFR 565.15). */
const codes = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const CYCLE = 30
const FIRST_OF_CYCLE = 2010

/**
 * The years that the tenth character may stand for, the likelier first. In North America the seventh tells one cycle from
 * the other: a digit until 2009. None where it is no year's.
 */
export function modelYears(vin: string, now: Date): number[] {
  const at = codes.indexOf(vin[9]!)
  if (at < 0) return []
  const late = FIRST_OF_CYCLE + at
  const isEarly = /\d/.test(vin[6]!)
  const years = isEarly ? [late - CYCLE, late] : [late, late - CYCLE]
  // Next year's cars are sold this year.
  return years.filter((year) => year <= now.getUTCFullYear() + 1)
}
