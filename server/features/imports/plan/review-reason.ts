import type { editableStates } from '../../../../contract/cars/car-life.ts'
import type { Availability } from '../../../../contract/cars/cars.ts'
import type { CellError } from './read-cell.ts'
import type { OwnCar } from './planned-row.ts'

type HeldState = Exclude<Availability, (typeof editableStates)[number]>

const reasons: Record<HeldState, CellError> = {
  reserved: {
    message: 'A buyer has reserved this car or is paying for it.',
    fix: 'Import the file again once the sale goes through or falls through.',
  },
  sold: {
    message: 'This car is sold.',
    fix: 'No action needed. If you have it in stock again, add it as a new car.',
  },
  'sold-elsewhere': {
    message: 'This car was sold elsewhere.',
    fix: 'If it wasn’t, bring it back in My cars, and import the file again.',
  },
  archived: {
    message: 'This car is archived.',
    fix: 'Bring it back in My cars, and import the file again.',
  },
}

/** Explains why an import can't change a car. Returns null if it can. */
export function getReviewReason({ state }: Pick<OwnCar, 'state'>): CellError | null {
  return reasons[state as HeldState] ?? null
}
