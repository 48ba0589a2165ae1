import type { MonthOfSales } from '../../../contract/purchases.ts'
import type { Handler } from '../../http/handler.ts'
import { sumSoldElsewhere } from '../cars/car-state.repository.ts'
import { sumSalesByMonth } from '../../sale/records/payment-lists.repository.ts'

const DAY_MS = 86_400_000

const MONTHS = 6

export const listSalesByMonth: Handler<'listSalesByMonth'> = async ({ ctx, actor, query }) => {
  const months = listLastMonths(ctx.now(), query.timeZone, MONTHS)
  const sellerId = actor.isAdmin && !query.mine ? null : actor.id
  const sales = await sumSalesByMonth(ctx.db, months, sellerId)
  const elsewhere = await sumSoldElsewhere(ctx.db, months[0]!.month, sellerId)
  return months.map(({ month }): MonthOfSales => ({
    month,
    ...findSum(sales, month),
    elsewhere: findSum(elsewhere, month),
  }))
}

type Sum = Pick<MonthOfSales, 'month' | 'cars' | 'amount'>

function findSum(sums: readonly Sum[], month: string): Omit<Sum, 'month'> {
  const { cars, amount } = sums.find((sum) => sum.month === month) ?? { cars: 0, amount: 0 }
  return { cars, amount }
}

/** A calendar month in the user's time zone. */
interface ZoneMonth {
  /** ISO month, such as `2026-11`. */
  month: string
  begin: Date
}

/** Returns the current month in the given time zone and the months before it, oldest first. */
export function listLastMonths(now: Date, timeZone: string, count: number): ZoneMonth[] {
  const clock = createZoneClock(timeZone)
  const [year, month] = formatZoneMonth(clock, now).split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, index) => {
    const first = Date.UTC(year, month - count + index)
    return { month: new Date(first).toISOString().slice(0, 7), begin: findMonthStart(clock, first) }
  })
}

/**
 * Returns the time when a month begins in a time zone. Clocks may change at that very moment, so it tries the
 * UTC offsets before and after.
 * @param first the beginning of the month in UTC
 */
function findMonthStart(clock: Intl.DateTimeFormat, first: number): Date {
  const month = new Date(first).toISOString().slice(0, 7)
  const tries = [first - DAY_MS, first + DAY_MS]
    .map((near) => new Date(first - getUtcOffset(clock, near)))
    .sort((a, b) => a.getTime() - b.getTime())
  return tries.find((moment) => formatZoneMonth(clock, moment) === month) ?? new Date(first)
}

function formatZoneMonth(clock: Intl.DateTimeFormat, moment: Date): string {
  return clock.format(moment).slice(0, 7)
}

/** Returns a time zone's offset from UTC at a moment, in milliseconds. */
function getUtcOffset(clock: Intl.DateTimeFormat, moment: number): number {
  return Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`) - moment
}

/** Returns a formatter for local times. The Swedish locale formats them as `2026-11-23 05:47:07`. */
function createZoneClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
}
