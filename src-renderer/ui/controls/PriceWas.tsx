import { formatMonthAndDay, daysBetween } from '../../../contract/dates.ts'
import type { PriceChange } from '../../../contract/cars/cars.ts'
import { formatMoney } from '../../../contract/money.ts'

/** After that the price before is no news. */
const SHOWN_DAYS = 30

/** The change, where it is shown: for 30 days. */
export function shownChange(change: PriceChange | null): PriceChange | null {
  return change && daysBetween(change.at, Date.now()) <= SHOWN_DAYS ? change : null
}

/** `was $24,900 until Nov 25`, beside the price of today. */
export function PriceWas({ change }: { change: PriceChange }) {
  return (
    <span className="text-tiny text-muted">
      was {formatMoney(change.previousMinor)} until {formatMonthAndDay(change.at)}
    </span>
  )
}
