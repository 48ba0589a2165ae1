import { parsePrice } from '../../../contract/money.ts'
import { invalidField } from '../../../contract/api/problems.ts'
import type { StateInput } from '../../../contract/cars/car-life.ts'
import type { Car, SoldElsewhere } from './car.ts'

type Said = Pick<StateInput, 'price' | 'date' | 'note'>

export function hasSaleDetails({ price, date, note }: Said): boolean {
  return price !== undefined || date !== undefined || note !== undefined
}

/** @throws ProblemError 400 of `date` */
export function assertNotInFuture({ date }: Said, now: Date): void {
  const latest = dayOf(new Date(now.getTime() + FURTHEST_EAST_MS))
  if (date !== undefined && date > latest) throw invalidField('date', 'Choose today or a day before it.')
}

/** A day begins first in Kiribati, 14 hours before it begins by UTC. */
const FURTHEST_EAST_MS = 14 * 3_600_000

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** What was not said is as it was told before, and else its own price and today. */
export function readSale(car: Car, { price = '', date, note }: Said, now: Date): SoldElsewhere {
  const { soldElsewhere: told } = car
  return {
    priceMinor: price.trim() === '' ? (told?.priceMinor ?? car.priceMinor) : parsePrice(price),
    date: date ?? told?.date ?? dayOf(now),
    note: note ?? told?.note ?? '',
  }
}
