import type { Car } from '../../../contract/cars/cars.ts'
import { isPayable } from '../../../contract/money.ts'
import { IncludedFeesNote } from '../../ui/controls/IncludedFees.tsx'
import { PreviousPrice, getRecentPriceChange } from '../../ui/controls/PreviousPrice.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { cx } from '../../ui/cx.ts'

interface CarPriceProps {
  car: Car
  isLarge?: boolean
  /** True if the fees are listed below. */
  hasFeeList?: boolean
}

/**
 * Shows the asking price and, below it, the previous price or the price when new. The large variant shows
 * both.
 */
export function CarPrice({ car, isLarge = false, hasFeeList = isLarge }: CarPriceProps) {
  const { allInMinor, resellPrice, originalPriceMinor } = car
  const change = getRecentPriceChange(car.priceChange)
  return (
    <p className="flex flex-col">
      <Price
        minor={allInMinor}
        text={resellPrice}
        className={cx('font-heavy tracking-tight', isLarge ? 'text-h1' : 'text-h3 leading-tight')}
      />
      {!hasFeeList && <IncludedFeesNote fees={car.fees} />}
      {change && <PreviousPrice change={change} />}
      {(isLarge || !change) && (
        <span className="min-h-4.5 text-tiny text-muted">
          {Boolean(originalPriceMinor) && (
            <>
              <Price minor={originalPriceMinor} /> new
            </>
          )}
        </span>
      )}
    </p>
  )
}

/**
 * Shows a card's price in a fixed number of lines. If the price can't be paid online, a note replaces the
 * second one.
 */
export function CardPrice({ car }: { car: Car }) {
  if (isPayable(car.allInMinor)) return <CarPrice car={car} />
  return (
    <p className="flex min-w-0 flex-col">
      <Price
        minor={car.allInMinor}
        text={car.resellPrice}
        className="truncate text-body leading-7.5 font-heavy"
      />
      <span className="text-tiny text-muted">Can’t be paid online</span>
    </p>
  )
}
