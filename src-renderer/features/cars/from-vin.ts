import { createContext, use } from 'react'
import { useWatch } from 'react-hook-form'
import type { CarFormControls, CarFormInput } from './car-form.ts'
import type { VinSays } from './vin-says.ts'

/** What the VIN that was looked up last says. */
export const FromVin = createContext<VinSays>({})

/** Marks what came from the VIN, as long as nobody has changed it. */
export function useVinHint(form: CarFormControls, name: keyof CarFormInput): string | undefined {
  const says = use(FromVin)
  const value = useWatch({ control: form.control, name })
  const said = (says as Partial<Record<keyof CarFormInput, string | number>>)[name]
  return said !== undefined && said === value ? 'From the VIN' : undefined
}
