import { useSyncExternalStore } from 'react'
import type { MileageUnit } from '../../contract/cars/car-numbers.ts'
import { convertMileage, mileageUnitOf } from '../../contract/cars/mileage.ts'

const KEY = 'kerblight.mileage-unit'
const listeners = new Set<() => void>()
let chosen: MileageUnit | undefined

/** In what this browser shows how far cars have come: as it was chosen here, until then as its language has it. */
export function useMileageUnit(): MileageUnit {
  return useSyncExternalStore(subscribe, currentMileageUnit, () => 'mi')
}

export function currentMileageUnit(): MileageUnit {
  return (chosen ??= noted() ?? mileageUnitOf(navigator.language))
}

export function chooseMileageUnit(unit: MileageUnit): void {
  chosen = unit
  try {
    localStorage.setItem(KEY, unit)
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
  for (const listener of listeners) listener()
}

/** The car with its mileage in this unit. */
export function shownIn<Car extends { mileage: number | null; mileageUnit: MileageUnit | null }>(
  unit: MileageUnit,
  car: Car,
): Car {
  const { mileage, mileageUnit } = car
  if (mileage === null || mileageUnit === null || mileageUnit === unit) return car
  return { ...car, mileage: convertMileage(mileage, mileageUnit, unit), mileageUnit: unit }
}

function noted(): MileageUnit | null {
  try {
    const unit = localStorage.getItem(KEY)
    return unit === 'mi' || unit === 'km' ? unit : null
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
