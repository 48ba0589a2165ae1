import { isFutureDay, getUtcDay } from '../../../contract/calendar-day.ts'
import { parsePrice } from '../../../contract/money.ts'
import { createFieldProblem } from '../../../contract/api/problems.ts'
import type { StateInput } from '../../../contract/cars/car-life.ts'
import type { Car, SoldElsewhere } from './car.ts'

type SaleDetails = Pick<StateInput, 'price' | 'date' | 'note'>

export function hasSaleDetails({ price, date, note }: SaleDetails): boolean {
  return price !== undefined || date !== undefined || note !== undefined
}

/**
 * Rejects a date of sale in the future.
 * @throws ProblemError 400 for `date`
 */
export function assertNotInFuture({ date }: SaleDetails, now: Date): void {
  if (date !== undefined && isFutureDay(date, now))
    throw createFieldProblem('date', 'Choose today or a day before it.')
}

/**
 * Returns the details of a sale. A missing detail is taken from the earlier entry. Without one, the car's
 * price and today's date are used.
 */
export function readSale(car: Car, { price = '', date, note }: SaleDetails, now: Date): SoldElsewhere {
  const { soldElsewhere: previousSale } = car
  return {
    priceMinor: price.trim() === '' ? (previousSale?.priceMinor ?? car.priceMinor) : parsePrice(price),
    date: date ?? previousSale?.date ?? getUtcDay(now),
    note: note ?? previousSale?.note ?? '',
  }
}
