import type { Car } from '../../../contract/cars/cars.ts'

/** Whether it can be one of several that something is done to: a sale, and one on its way, is for each by itself. */
export function isSelectable({ available }: Pick<Car, 'available'>): boolean {
  return available !== 'reserved' && available !== 'sold'
}
