import { createContext, use } from 'react'
import { useWatch } from 'react-hook-form'
import type { CarFormControls, CarFormInput } from './car-form.ts'
import type { VinSays } from './vin-says.ts'

/** The values decoded from the VIN of the last lookup. */
export const FromVin = createContext<VinSays>({})

/** Returns a hint that a value came from the VIN, as long as the user has not changed the value. */
export function useVinHint(form: CarFormControls, name: keyof CarFormInput): string | undefined {
  const says = use(FromVin)
  const value = useWatch({ control: form.control, name })
  const vinValue = (says as Partial<Record<keyof CarFormInput, string | number>>)[name]
  return vinValue !== undefined && vinValue === value ? 'From the VIN' : undefined
}
