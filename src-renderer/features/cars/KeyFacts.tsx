import { Calendar, CarFront, Cog, Fuel, Gauge, Sparkles, type LucideIcon } from 'lucide-react'
import { carFacts, type FactName } from '../../../contract/cars/car-facts.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { convertCarMileage, useMileageUnit } from '../../ui/mileage-unit.ts'

const icons: Partial<Record<FactName, LucideIcon>> = {
  year: Calendar,
  mileage: Gauge,
  fuel: Fuel,
  transmission: Cog,
  body: CarFront,
  condition: Sparkles,
}

export const keyFacts = Object.keys(icons) as FactName[]

/** Shows the seller's most important facts as tiles. The table lists the rest. */
export function KeyFacts({ car: givenCar }: { car: Car }) {
  const car = convertCarMileage(useMileageUnit(), givenCar)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(7.25rem,30%),1fr))] gap-2">
      {(Object.entries(icons) as [FactName, LucideIcon][])
        .map(([name, Icon]) => ({ name, Icon, value: carFacts[name].text(car) }))
        .filter(({ value }) => value)
        .map(({ name, Icon, value }) => (
          <div key={name} className="flex flex-col rounded-control bg-sunken px-2.5 py-2">
            <dt className="flex items-center gap-1 text-tiny text-muted">
              <Icon aria-hidden="true" className="size-4 flex-none" />
              {carFacts[name].label}
            </dt>
            <dd className="text-small font-semibold">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
