import type { MonthOfSales } from '../../../contract/purchases.ts'
import type { Handler } from '../../http/handler.ts'
import { sumSoldElsewhere } from '../cars/car-state.repository.ts'
import { sumSalesByMonth } from '../../sale/records/payment.repository.ts'

const MONTHS = 6

export const listSalesByMonth: Handler<'listSalesByMonth'> = async ({ ctx, actor, query }) => {
  const months = lastMonths(ctx.now())
  const sellerId = actor.isAdmin && !query.mine ? null : actor.id
  const since = new Date(`${months[0]}-01T00:00:00Z`)
  const paid = await sumSalesByMonth(ctx.db, since, sellerId)
  const elsewhere = await sumSoldElsewhere(ctx.db, since, sellerId)
  return months.map((month): MonthOfSales => ({
    month,
    ...sumOf(paid, month),
    elsewhere: sumOf(elsewhere, month),
  }))
}

type Sum = Pick<MonthOfSales, 'month' | 'cars' | 'amount'>

function sumOf(sums: readonly Sum[], month: string): Omit<Sum, 'month'> {
  const { cars, amount } = sums.find((sum) => sum.month === month) ?? { cars: 0, amount: 0 }
  return { cars, amount }
}

/** `2026-11` and those before, oldest first. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1 - index))
    return new Date(first).toISOString().slice(0, 7)
  })
}
