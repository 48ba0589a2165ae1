import { describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import { findCarsToDelete } from '../../src-renderer/features/cars/cars-to-delete.ts'

const carIn = (available: Car['available']) => ({ available }) as Car
const [firstCar, secondCar, soldElsewhere, heldCar] = [
  carIn('instock'),
  carIn('instock'),
  carIn('sold-elsewhere'),
  carIn('reserved'),
]
const selected = (...items: Car[]) => ({ items, has: (car: Car) => items.includes(car) })

describe('the Delete key', () => {
  it('deletes only its own car if that car is not selected', () => {
    expect(findCarsToDelete(firstCar, selected(secondCar), true)).toEqual({ going: [firstCar], skipped: [] })
    expect(findCarsToDelete(heldCar, selected(firstCar, secondCar), false)).toBeNull()
  })

  it('deletes the selected cars if its car is among them, except cars that can’t be deleted', () => {
    const cars = { going: [firstCar, secondCar], skipped: [soldElsewhere] }
    expect(findCarsToDelete(firstCar, selected(firstCar, secondCar, soldElsewhere), true)).toEqual(cars)
    expect(findCarsToDelete(soldElsewhere, selected(firstCar, secondCar, soldElsewhere), false)).toEqual(cars)
  })

  it('deletes nothing if no car can be deleted', () => {
    expect(findCarsToDelete(heldCar, selected(), false)).toBeNull()
    expect(findCarsToDelete(soldElsewhere, selected(soldElsewhere), false)).toBeNull()
    expect(findCarsToDelete(soldElsewhere, selected(soldElsewhere, heldCar), false)).toBeNull()
  })

  it('deletes any single car for an admin, selected or not', () => {
    const onlyOwn = { going: [soldElsewhere], skipped: [] }
    expect(findCarsToDelete(soldElsewhere, selected(), true)).toEqual(onlyOwn)
    expect(findCarsToDelete(soldElsewhere, selected(soldElsewhere), true)).toEqual(onlyOwn)
    expect(findCarsToDelete(soldElsewhere, selected(firstCar, secondCar), true)).toEqual(onlyOwn)
  })
})
