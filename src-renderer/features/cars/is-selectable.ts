import type { Car } from '../../../contract/cars/cars.ts'

/**
 * Reports whether a car can be selected for a bulk action. Cars that are sold or being bought are handled
 * individually.
 */
export function isSelectable({ available }: Pick<Car, 'available'>): boolean {
  return available !== 'reserved' && available !== 'sold'
}
