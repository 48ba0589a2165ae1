import { useState } from 'react'
import { useUnsavedInput } from '../../ui/form/use-unsaved-input.ts'
import type { CarFormInput } from './car-form.ts'

/** Unsaved form input, and the car version that it is based on. */
export interface UnsavedCar {
  input: CarFormInput
  version: number
}

/**
 * Offers the unsaved input of an earlier form of this car. Restored input keeps its base version, so a change
 * saved elsewhere since then is a conflict.
 * @param stored the form's values if nothing is restored
 */
export function useUnsavedCar(key: string, stored: CarFormInput) {
  const { found, keep, drop } = useUnsavedInput<UnsavedCar>(key)
  const [restored, setRestored] = useState<UnsavedCar | null>(null)
  const isOffered = found !== null && restored === null && !isSame(found.values.input, stored)

  return {
    /** The time of typing, in milliseconds since 1970, or null if there is nothing to restore. */
    offeredAt: isOffered ? found.at : null,
    restored,
    keep,
    /** Deletes the input once it is saved or discarded. */
    drop,
    restore(): UnsavedCar | null {
      const values = found && found.values
      setRestored(values)
      return values
    },
    /** Discards the input, so the form starts from the stored values. */
    discard() {
      drop()
      setRestored(null)
    },
  }
}

function isSame(some: CarFormInput, others: CarFormInput): boolean {
  const names = Object.keys(others) as (keyof CarFormInput)[]
  return names.every((name) => (some[name] ?? null) === (others[name] ?? null))
}
