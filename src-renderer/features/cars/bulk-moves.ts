import { carSteps, type Mover, type StatesSet } from '../../../contract/cars/car-life.ts'
import type { Availability, Car } from '../../../contract/cars/cars.ts'
import { formatNumber, formatCount } from '../../../contract/number-format.ts'

import { listListingBlockers } from '../../../contract/cars/listing-checklist.ts'
import { carStateLabels } from '../../../contract/cars/car-state-labels.ts'
import { listAllowedMovers, type Person } from './car-moves.ts'

export interface BulkMove {
  to: Availability
  label: string
  /** Returns the button's label. `cars` is a count as text, such as '3 cars'. */
  act: (cars: string) => string
  /** The end of the result message, after the number of cars. */
  done: string
  meaning: string
}

export const bulkMoves: readonly BulkMove[] = [
  {
    to: 'withdrawn',
    label: 'Unlist',
    act: (cars) => `Unlist ${cars}`,
    done: 'unlisted',
    meaning: 'Buyers don’t see them anymore. You can list them again any time.',
  },
  {
    to: 'instock',
    label: 'List again',
    act: (cars) => `List ${cars} again`,
    done: 'listed',
    meaning: 'Buyers can see and buy them.',
  },
  {
    to: 'sold-elsewhere',
    label: 'Sold elsewhere',
    act: (cars) => `Mark ${cars} as sold`,
    done: 'marked as sold elsewhere',
    meaning: 'The listings end immediately. Each counts as sold at its own price.',
  },
  {
    to: 'archived',
    label: 'Archive',
    act: (cars) => `Archive ${cars}`,
    done: 'archived',
    meaning: 'They leave your lists. You find them again by their status.',
  },
]

/** Returns a result message such as `12 cars listed, 2 in review`. */
export function formatMoveResult(
  { modifiedCount, inReview }: Pick<StatesSet, 'modifiedCount' | 'inReview'>,
  done: string,
): string {
  const reviewNote = inReview > 0 ? `, ${formatNumber(inReview)} in review` : ''
  return `${formatCount(modifiedCount, 'car')} ${done}${reviewNote}`
}

export interface SortedCars {
  able: Car[]
  /** Grouped by reason. */
  unable: Map<string, Car[]>
}

export function sortForMove(cars: readonly Car[], to: Availability, me: Person): SortedCars {
  const reasons = new Map(cars.map((car) => [car, whyNot(car, to, listAllowedMovers(car, me))]))
  const able = cars.filter((car) => reasons.get(car) === null)
  const unable = Map.groupBy(
    cars.filter((car) => reasons.get(car) !== null),
    (car) => reasons.get(car)!,
  )
  return { able, unable }
}

/**
 * Returns why a car can't change its state, or null if it can. Omits rules that need data only the server
 * has.
 */
function whyNot(car: Car, to: Availability, movers: readonly Mover[]): string | null {
  const { available, listedBefore } = car
  if (available === to) return `Already ${carStateLabels[to].toLowerCase()}`
  if (available === 'reserved') return 'A buyer has reserved it or is paying for it'
  const step = carSteps[available][to]
  if (!step?.by.some((mover) => movers.includes(mover))) return carStateLabels[available]
  const isIncomplete =
    step.needs === 'checklist' && listedBefore === false && listListingBlockers(car).length > 0
  return isIncomplete ? 'The listing needs a make and a model' : null
}
