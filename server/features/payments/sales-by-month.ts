import type { MonthOfSales } from '../../../contract/purchases.ts'
import type { Handler } from '../../http/handler.ts'
import { sumSoldElsewhere } from '../cars/car-state.repository.ts'
import { sumSalesByMonth } from '../../sale/records/payment.repository.ts'
import { lastMonths } from './months-of-zone.ts'

const MONTHS = 6

export const listSalesByMonth: Handler<'listSalesByMonth'> = async ({ ctx, actor, query }) => {
  const months = lastMonths(ctx.now(), query.timeZone, MONTHS)
  const sellerId = actor.isAdmin && !query.mine ? null : actor.id
  const paid = await sumSalesByMonth(ctx.db, months, sellerId)
  const elsewhere = await sumSoldElsewhere(ctx.db, months[0]!.month, sellerId)
  return months.map(({ month }): MonthOfSales => ({
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
