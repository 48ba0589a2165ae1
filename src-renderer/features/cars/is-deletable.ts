import type { Car } from '../../../contract/cars.ts'

/** Whether its seller can delete it: what was sold keeps its record, and a buyer who is paying is waited for. */
export function isDeletable({ available }: Pick<Car, 'available'>): boolean {
  return available !== 'reserved' && available !== 'sold' && available !== 'sold-elsewhere'
}
