import type { Car } from '../../../contract/cars.ts'
import { Price } from '../../ui/Price.tsx'

/** The asking price, and below it what the car cost new. */
export function CarPrice({ car, isLarge = false }: { car: Car; isLarge?: boolean }) {
  const { priceMinor, resellPrice, originalPriceMinor } = car
  return (
    <p className="flex flex-col">
      <Price
        minor={priceMinor}
        text={resellPrice}
        className={
          isLarge ? 'text-h1 font-heavy tracking-tight' : 'text-h3 leading-tight font-heavy tracking-tight'
        }
      />
      <span className="min-h-4.5 text-tiny text-muted">
        {Boolean(originalPriceMinor) && (
          <>
            <Price minor={originalPriceMinor} /> new
          </>
        )}
      </span>
    </p>
  )
}
