import { useState } from 'react'
import { useUnsavedInput } from '../../ui/form/use-unsaved-input.ts'
import type { CarFormInput } from './car-form.ts'

/** What was typed in the form of a car that the server has, and the version of the car that it changes. */
export interface UnsavedCar {
  input: CarFormInput
  version: number
}

/**
 * What an earlier form of this car has left. Who restores it continues from the version that it was typed over, so that
 * somebody else's change since is a conflict.
 * @param stored what the form starts from otherwise
 */
export function useUnsavedCar(key: string, stored: CarFormInput) {
  const { found, keep, drop } = useUnsavedInput<UnsavedCar>(key)
  const [restored, setRestored] = useState<UnsavedCar | null>(null)
  const isOffered = found !== null && restored === null && !isSame(found.values.input, stored)

  return {
    /** When it was typed, in ms since 1970; null where there is nothing to restore. */
    offeredAt: isOffered ? found.at : null,
    restored,
    keep,
    /** Once it is saved, or let go of with the form. */
    drop,
    restore(): UnsavedCar | null {
      const values = found && found.values
      setRestored(values)
      return values
    },
    /** The form starts from what is stored. */
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
