import type { undeletableStates } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'

interface Reason {
  /** Of one car, by itself. */
  sentence: string
  /** Before the names of those that it is true of. */
  heading: string
}

const reasons: Partial<Record<Car['available'], Reason>> = {
  reserved: {
    sentence: 'A buyer is paying for this car right now.',
    heading: 'A buyer is paying right now',
  },
  sold: { sentence: 'This car is sold.', heading: 'Sold' },
  'sold-elsewhere': {
    sentence: 'This car was sold elsewhere. Bring it back first, or archive it.',
    heading: 'Sold elsewhere; bring back first, or archive',
  },
} satisfies Record<(typeof undeletableStates)[number], Reason>

/** Why its seller can't delete a car now; null where they can. */
export function cannotDeleteReason({ available }: Pick<Car, 'available'>): string | null {
  return reasons[available]?.sentence ?? null
}

/** Why the cars of a state can't be deleted now, in few words. */
export function stateCannotDeleteReason(available: Car['available']): string {
  return reasons[available]?.heading ?? ''
}
