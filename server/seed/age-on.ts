import { countOf } from '../../contract/count-of.ts'

const FIRST_USED_MONTH = 6
const MONTHS_A_YEAR = 12

/** How old a car of that model year is on a day, as a seller would say it: `9 months`, `1 year`, `5 years`. */
export function ageOn(day: Date, modelYear: number): string {
  const months = (day.getUTCFullYear() - modelYear) * MONTHS_A_YEAR + day.getUTCMonth() - FIRST_USED_MONTH
  if (months < MONTHS_A_YEAR) return `${Math.max(1, months)} ${months > 1 ? 'months' : 'month'}`
  const years = Math.floor(months / MONTHS_A_YEAR)
  return countOf(years, 'year')
}
