import type { Car } from '../../../contract/cars/cars.ts'

/** Reports whether bulk actions can include a car. Sold and reserved cars are handled individually. */
export function isSelectable({ available }: Pick<Car, 'available'>): boolean {
  return available !== 'reserved' && available !== 'sold'
}
