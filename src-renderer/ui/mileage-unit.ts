import { useSyncExternalStore } from 'react'
import type { MileageUnit } from '../../contract/cars/car-numbers.ts'
import { convertMileage, getLocaleMileageUnit } from '../../contract/cars/mileage.ts'

const KEY = 'kerblight.mileage-unit'
const listeners = new Set<() => void>()
let chosen: MileageUnit | undefined

/**
 * Returns the unit for mileage: the user's choice or, by default, the usual unit for the browser's
 * language.
 */
export function useMileageUnit(): MileageUnit {
  return useSyncExternalStore(subscribe, getMileageUnit, () => 'mi')
}

export function getMileageUnit(): MileageUnit {
  return (chosen ??= readStoredUnit() ?? getLocaleMileageUnit(navigator.language))
}

export function chooseMileageUnit(unit: MileageUnit): void {
  chosen = unit
  try {
    localStorage.setItem(KEY, unit)
  } catch {
    // Storage is blocked, so the choice applies to this page only.
  }
  for (const listener of listeners) listener()
}

export function convertCarMileage<Car extends { mileage: number | null; mileageUnit: MileageUnit | null }>(
  unit: MileageUnit,
  car: Car,
): Car {
  const { mileage, mileageUnit } = car
  if (mileage === null || mileageUnit === null || mileageUnit === unit) return car
  return { ...car, mileage: convertMileage(mileage, mileageUnit, unit), mileageUnit: unit }
}

function readStoredUnit(): MileageUnit | null {
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
