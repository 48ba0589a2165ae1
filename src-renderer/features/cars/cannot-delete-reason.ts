import type { undeletableStates } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'

interface Reason {
  /** The reason as a sentence about one car. */
  sentence: string
  /** The reason as a heading for the names of several cars. */
  heading: string
}

const reasons: Partial<Record<Car['available'], Reason>> = {
  reserved: {
    sentence: 'A buyer has reserved this car or is paying for it.',
    heading: 'Reserved by a buyer',
  },
  sold: { sentence: 'This car is sold.', heading: 'Sold' },
  'sold-elsewhere': {
    sentence: 'This car was sold elsewhere. Bring it back first, or archive it.',
    heading: 'Sold elsewhere; bring back first, or archive',
  },
} satisfies Record<(typeof undeletableStates)[number], Reason>

/** Returns why the seller can't delete a car, or null if they can. */
export function getCannotDeleteReason({ available }: Pick<Car, 'available'>): string | null {
  return reasons[available]?.sentence ?? null
}

/** Returns the short reason why cars in this state can't be deleted. */
export function getStateCannotDeleteReason(available: Car['available']): string {
  return reasons[available]?.heading ?? ''
}
