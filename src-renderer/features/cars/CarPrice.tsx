import { formatMoney } from '../../../contract/money.ts'
import type { Car } from '../../../contract/cars.ts'
import { Price } from '../../ui/Price.tsx'
import { savingOf } from './car-facts.ts'

/** Today's price, and the one when new struck through. */
export function CarPrice({ car, isLarge = false }: { car: Car; isLarge?: boolean }) {
  const saving = savingOf(car)
  return (
    <p className="flex flex-col">
      <Price
        minor={car.priceMinor}
        text={car.resellPrice}
        className={isLarge ? 'text-h1 font-heavy tracking-tight' : 'text-h3 font-heavy tracking-tight'}
      />
      <span className="min-h-5 text-tiny text-muted">
        {saving !== null && (
          <>
            <s>
              <span className="sr-only">Original price </span>
              <Price minor={car.originalPriceMinor} />
            </s>{' '}
            · save {formatMoney(saving)}
          </>
        )}
      </span>
    </p>
  )
}
