import type { Car } from '../../../contract/cars.ts'

/** Whether its seller can delete it: what was sold keeps its record, and a buyer who is paying is waited for. */
export function isDeletable({ available }: Pick<Car, 'available'>): boolean {
  return available !== 'reserved' && available !== 'sold' && available !== 'sold-elsewhere'
}

/** Whether it can be one of several that something is done to: a sale, and one on its way, is for each by itself. */
export function isSelectable({ available }: Pick<Car, 'available'>): boolean {
  return available !== 'reserved' && available !== 'sold'
}
