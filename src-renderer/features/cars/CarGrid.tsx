import type { ReactNode } from 'react'
import type { Car } from '../../../contract/cars/cars.ts'
import { Loading } from '../../ui/controls/Skeleton.tsx'
import { CarCard, CarCardSkeleton } from './CarCard.tsx'

/** A grid with as many columns as fit at a readable width. */
const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(260px,100%),1fr))] gap-5'

interface CarGridProps {
  /** Undefined while the cars load. */
  cars: readonly Car[] | undefined
  /** True to cut descriptions by the product specification's rule. */
  isCut?: boolean
  actionsFor: (car: Car) => ReactNode
  menuFor: (car: Car) => ReactNode
}

export function CarGrid({ cars, isCut, actionsFor, menuFor }: CarGridProps) {
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
          <CarCard
            car={car}
            isCut={isCut}
            actions={actionsFor(car)}
            menu={menuFor(car)}
            isEager={index < 3}
          />
        </li>
      ))}
    </ul>
  )
}
