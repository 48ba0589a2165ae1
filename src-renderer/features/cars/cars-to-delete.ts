import { isDeletable } from '../../../contract/cars/car-life.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import type { SelectedRows } from '../../ui/table/selection.ts'

export interface CarsToDelete {
  going: readonly Car[]
  skipped: readonly Car[]
}

export function sortForDeletion(cars: readonly Car[]): CarsToDelete {
  return { going: cars.filter(isDeletable), skipped: cars.filter((car) => !isDeletable(car)) }
}

/**
 * Returns the cars that the Delete key applies to: the row's car, or the whole selection if it includes that
 * car.
 * @param canDelete true if the user may delete the row's car on its own
 * @returns null if none of the cars can be deleted
 */
export function findCarsToDelete(
  car: Car,
  { items, has }: Pick<SelectedRows<Car>, 'items' | 'has'>,
  canDelete: boolean,
): CarsToDelete | null {
  if (!has(car) || items.length === 1) return canDelete ? { going: [car], skipped: [] } : null
  const sorted = sortForDeletion(items)
  return sorted.going.length > 0 ? sorted : null
}
