import { isDeletable } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import type { SelectedRows } from '../../ui/table/selection.ts'

/** Of the cars that a deletion is asked for. */
export interface CarsToDelete {
  going: readonly Car[]
  /** Those that their seller can't delete now. */
  kept: readonly Car[]
}

export function sortForDeletion(cars: readonly Car[]): CarsToDelete {
  return { going: cars.filter(isDeletable), kept: cars.filter((car) => !isDeletable(car)) }
}

/**
 * What the Delete key is about: its car, or what is selected if that is among it.
 * @param mayDelete whether somebody may delete that one by itself
 * @returns null where nothing of it can be deleted
 */
export function carsToDelete(
  car: Car,
  { items, has }: Pick<SelectedRows<Car>, 'items' | 'has'>,
  mayDelete: boolean,
): CarsToDelete | null {
  if (!has(car) || items.length === 1) return mayDelete ? { going: [car], kept: [] } : null
  const sorted = sortForDeletion(items)
  return sorted.going.length > 0 ? sorted : null
}
