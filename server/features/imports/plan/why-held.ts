import type { Availability } from '../../../../contract/cars.ts'
import type { Fault } from './read-cell.ts'
import type { OwnCar } from './planned.ts'

const reasons: Partial<Record<Availability, Fault>> = {
  reserved: {
    message: 'A buyer is paying for this car right now.',
    fix: 'Import the file again once it’s sold or free.',
  },
  sold: { message: 'This car is sold.', fix: 'Nothing to do. If you have it again, add it as a new car.' },
  'sold-elsewhere': {
    message: 'This car was sold elsewhere.',
    fix: 'If it wasn’t, bring it back in My cars, and import the file again.',
  },
  archived: {
    message: 'This car is archived.',
    fix: 'Bring it back in My cars, and import the file again.',
  },
}

/** Why a car stays as it is, whatever a file says of it. */
export function whyHeld({ state }: Pick<OwnCar, 'state'>): Fault | null {
  return reasons[state] ?? null
}
