import { formatNumber } from '../../../contract/number-format.ts'
import type { MonthOfSales } from '../../../contract/purchases.ts'

const inFull = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthOnly = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** Returns a month's names: for `2026-11`, `November 2026`, `November`, and `Nov`. */
export function formatMonthNames(month: string) {
  const first = firstDayOf(month)
  return { full: inFull.format(first), name: monthOnly.format(first), short: short.format(first) }
}

/** Formats a period: `2026-06` and `2026-11` become `June – November 2026`. */
export function formatPeriod(first: string, last: string): string {
  return inFull.formatRange(firstDayOf(first), firstDayOf(last))
}

/**
 * Compares the current month's sales with the previous month's. Lower sales are not called a decline, because
 * the current month is not over.
 * @param months oldest first
 */
export function describeSales(months: readonly Pick<MonthOfSales, 'month' | 'cars'>[]): string {
  const [last, running] = months.slice(-2)
  if (!last || !running || months.every(({ cars }) => cars === 0))
    return `No car sold in the last ${inWords(months.length)} months`
  const [now, before] = [formatMonthNames(running.month).name, formatMonthNames(last.month).name]
  const more = running.cars - last.cars
  if (running.cars === 0) return `No car sold in ${now} yet, ${inWords(last.cars)} in ${before}`
  return `${carsInWords(running.cars)} sold in ${now} so far, ${
    last.cars === 0 || more < 0
      ? `${inWords(last.cars)} in ${before}`
      : more === 0
        ? `as many as in ${before}`
        : `${inWords(more)} more than in ${before}`
  }`
}

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function inWords(count: number): string {
  return WORDS[count] ?? formatNumber(count)
}

/** Spells out a number of cars for the start of a sentence. */
function carsInWords(count: number): string {
  const word = inWords(count)
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${count === 1 ? 'car' : 'cars'}`
}

function firstDayOf(month: string): Date {
  return new Date(`${month}-01T00:00:00Z`)
}
