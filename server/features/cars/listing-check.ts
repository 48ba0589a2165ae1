import { missingToList } from '../../../contract/listing-checklist.ts'
import { parsePrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { CarFields } from './car.ts'

/** @throws ProblemError `listing-incomplete`, which names each field that is missing */
export function refuseIncomplete({ make, priceText, ...fields }: CarFields, carID: string): void {
  const missing = missingToList({ ...fields, category_name: make, priceMinor: parsePrice(priceText) })
  if (missing.length === 0) return
  const labels = new Intl.ListFormat('en-US').format(missing.map(({ label }) => label))
  throw new ProblemError('listing-incomplete', {
    detail: `Before this car can be listed, add: ${labels}.`,
    errors: missing.map(({ field, advice }) => ({ path: field, message: advice })),
    facts: { carID },
  })
}
