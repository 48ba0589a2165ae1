import { createContext, use } from 'react'
import { useWatch } from 'react-hook-form'
import type { CarFormControls, CarFormInput } from './car-form.ts'
import type { VinValues } from './compare-with-vin.ts'

/** The values from the last VIN lookup. */
export const VinValuesContext = createContext<VinValues>({})

/** Returns a hint that a value came from the VIN, until the user changes it. */
export function useVinHint(form: CarFormControls, name: keyof CarFormInput): string | undefined {
  const vinValues = use(VinValuesContext)
  const value = useWatch({ control: form.control, name })
  const vinValue = (vinValues as Partial<Record<keyof CarFormInput, string | number>>)[name]
  return vinValue !== undefined && vinValue === value ? 'From the VIN' : undefined
}
