import { missingForListing } from '../../../contract/listing-checklist.ts'
import { parsePrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { CarFields } from './car.ts'

/** @throws ProblemError `listing-incomplete`, which names each field that is missing; `carID` where there is a car */
export function refuseIncomplete(said: CarFields, carID?: string): void {
  const { make, priceText, ...fields } = said
  const priceMinor = parsePrice(priceText)
  const missing = missingForListing({ ...fields, category_name: make, priceMinor })
  if (missing.length === 0) return
  const labels = new Intl.ListFormat('en-US').format(missing.map(({ label }) => label))
  throw new ProblemError('listing-incomplete', {
    detail: `Before this car can be listed, add: ${labels}.`,
    errors: missing.map(({ field, advice }) => ({ path: field, message: advice })),
    ...(carID !== undefined && { facts: { carID } }),
  })
}
