import { formatMonthAndDay, countDaysBetween } from '../../../contract/dates.ts'
import type { PriceChange } from '../../../contract/cars/cars.ts'
import { formatMoney } from '../../../contract/money.ts'

const PRICE_CHANGE_DAYS = 30

/** Returns the price change if it is recent enough to show, or null. */
export function getRecentPriceChange(change: PriceChange | null): PriceChange | null {
  return change && countDaysBetween(change.at, Date.now()) <= PRICE_CHANGE_DAYS ? change : null
}

export function PreviousPrice({ change }: { change: PriceChange }) {
  return (
    <span className="text-tiny text-muted">
      was {formatMoney(change.previousMinor)} until {formatMonthAndDay(change.at)}
    </span>
  )
}
