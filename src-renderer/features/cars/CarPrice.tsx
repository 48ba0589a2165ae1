import type { Car } from '../../../contract/cars/cars.ts'
import { isPayable } from '../../../contract/money.ts'
import { PriceWas, shownChange } from '../../ui/controls/PriceWas.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { cx } from '../../ui/cx.ts'

/**
 * Shows the asking price and, below it, the previous price or the price when new. The large variant shows
 * both.
 */
export function CarPrice({ car, isLarge = false }: { car: Car; isLarge?: boolean }) {
  const { allInMinor, resellPrice, originalPriceMinor } = car
  const change = shownChange(car.priceChange)
  return (
    <p className="flex flex-col">
      <Price
        minor={allInMinor}
        text={resellPrice}
        className={cx('font-heavy tracking-tight', isLarge ? 'text-h1' : 'text-h3 leading-tight')}
      />
      {!isLarge && car.fees[0] && <span className="text-tiny text-muted">incl. fees</span>}
      {change && <PriceWas change={change} />}
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
