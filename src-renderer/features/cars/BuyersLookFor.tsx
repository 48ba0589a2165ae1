import { Circle, CircleCheck } from 'lucide-react'
import { isPayable } from '../../../contract/money.ts'
import type { Car } from '../../../contract/cars.ts'

interface BuyersLookForProps {
  car: Car
  hasPhotos: boolean
}

/** What buyers choose by, and which of it the listing has. */
export function BuyersLookFor({ car, hasPhotos }: BuyersLookForProps) {
  const facts: [name: string, isThere: boolean][] = [
    ['Photos', hasPhotos],
    ['Year', car.year !== null],
    ['Mileage', car.mileage !== null],
    ['Transmission', car.transmission !== null],
    ['Price', isPayable(car.priceMinor)],
  ]
  const count = facts.filter(([, isThere]) => isThere).length

  return (
    <section aria-label="Buyers look for" className="card flex max-w-[420px] flex-col gap-3 p-4 text-small">
      <p className="flex justify-between gap-3">
        <span className="font-semibold">Buyers look for</span>
        <span className="text-muted tabular-nums">
          {count} of {facts.length}
        </span>
      </p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2">
        {facts.map(([name, isThere]) => (
          <li
            key={name}
            className={isThere ? 'flex items-center gap-2' : 'flex items-center gap-2 text-muted'}
          >
            {isThere ? (
              <CircleCheck aria-hidden="true" className="size-4.5 flex-none text-success" />
            ) : (
              <Circle aria-hidden="true" className="size-4.5 flex-none text-subtle" />
            )}
            {name}
            <span className="sr-only">: {isThere ? 'given' : 'missing'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
