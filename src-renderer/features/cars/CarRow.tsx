import type { Car } from '../../../contract/cars/cars.ts'
import { CarCard } from './CarCard.tsx'

/** Shows a few cars side by side, or in a swipeable row on phones. */
export function CarRow({ cars }: { cars: readonly Car[] }) {
  return (
    <ul className="-mx-4 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 lg:grid-cols-3 sm:gap-5 sm:overflow-visible sm:px-0">
      {cars.map((car) => (
        <li key={car._id} className="grid w-[min(280px,80vw)] flex-none snap-start sm:w-auto">
          <CarCard car={car} />
        </li>
      ))}
    </ul>
  )
}
