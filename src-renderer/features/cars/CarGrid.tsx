import type { ReactNode } from 'react'
import type { Car } from '../../../contract/cars.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { CarCard, CarCardSkeleton } from './CarCard.tsx'

/** Beside the filters: two cards a row until there is room for three. */
const GRID = 'grid gap-5 sm:grid-cols-2 xl:grid-cols-3'

interface CarGridProps {
  /** undefined while they load. */
  cars: readonly Car[] | undefined
  actionsFor?: (car: Car) => ReactNode
}

export function CarGrid({ cars, actionsFor }: CarGridProps) {
  if (!cars) {
    return (
      <Loading label="Loading cars" className={GRID}>
        {[1, 2, 3, 4, 5, 6].map((place) => (
          <CarCardSkeleton key={place} />
        ))}
      </Loading>
    )
  }
  return (
    <ul className={GRID}>
      {cars.map((car, index) => (
        <li key={car._id} className="grid">
          <CarCard car={car} actions={actionsFor?.(car)} isEager={index < 3} />
        </li>
      ))}
    </ul>
  )
}
