import type { undeletableStates } from '../../../contract/car-life.ts'
import type { Car } from '../../../contract/cars.ts'

const reasons: Partial<Record<Car['available'], string>> = {
  reserved: 'A buyer is paying for this car right now.',
  sold: 'This car is sold.',
  'sold-elsewhere': 'This car was sold elsewhere. Bring it back first, or archive it.',
} satisfies Record<(typeof undeletableStates)[number], string>

/** Why its seller can't delete a car now; null where they can. */
export function whyKept({ available }: Pick<Car, 'available'>): string | null {
  return reasons[available] ?? null
}
