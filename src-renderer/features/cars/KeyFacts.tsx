import { Calendar, CarFront, Cog, Fuel, Gauge, Sparkles, type LucideIcon } from 'lucide-react'
import { bodyLabel } from '../../../contract/body-label.ts'
import type { Car } from '../../../contract/cars.ts'
import { fuelLabel } from '../../../contract/fuel-label.ts'
import { formatMileage } from './car-facts.ts'

/** What people look at first, as far as the seller said it; the table has the rest. */
export function KeyFacts({ car }: { car: Car }) {
  const facts: [Icon: LucideIcon, name: string, value: string | null][] = [
    [Calendar, 'Year', car.year === null ? null : String(car.year)],
    [Gauge, 'Mileage', formatMileage(car.mileage, car.mileageUnit)],
    [Fuel, 'Fuel', car.fuel && fuelLabel(car.fuel)],
    [Cog, 'Transmission', car.transmission],
    [CarFront, 'Body', car.body && bodyLabel(car.body)],
    [Sparkles, 'Condition', car.condition],
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(7.25rem,100%),1fr))] gap-2">
      {facts
        .filter(([, , value]) => value)
        .map(([Icon, name, value]) => (
          <div key={name} className="flex flex-col rounded-control bg-sunken px-2.5 py-2">
            <dt className="flex items-center gap-1 text-tiny text-muted">
              <Icon aria-hidden="true" className="size-4 flex-none" />
              {name}
            </dt>
            <dd className="text-small font-semibold">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
