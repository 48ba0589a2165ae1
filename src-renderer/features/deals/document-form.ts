import type * as z from 'zod'
import { documentFacts, type DocumentFacts } from '../../../contract/deal-documents.ts'
import { numberFacts } from '../../../contract/cars/car-numbers.ts'
import type { Deal } from '../../../contract/deals.ts'
import { getMileageUnit } from '../../ui/mileage-unit.ts'

/** The form's values. A fact that the seller has not chosen yet is missing. */
export type DocumentFormInput = Partial<z.input<typeof documentFacts>>

/** The form's fields from top to bottom. */
export const documentFields = [
  'odometer',
  'odometerUnit',
  'odometerStatement',
  'titleHolder',
  'titleNumber',
  'titleState',
  'titleBrand',
  'lienHolder',
  'warranty',
  'warrantyText',
] as const satisfies (keyof DocumentFacts)[]

/** Returns the stored details or, before the first save, those that the sale already contains. */
export function getInitialDocument(
  { mileage, mileageUnit, sellerName }: Pick<Deal, 'mileage' | 'mileageUnit' | 'sellerName'>,
  stored: DocumentFacts | null,
): DocumentFormInput {
  if (stored) return stored
  return {
    ...(mileage !== null && { odometer: mileage }),
    odometerUnit: numberFacts.mileage.units.find((unit) => unit === mileageUnit) ?? getMileageUnit(),
    titleHolder: sellerName,
    titleNumber: '',
    titleState: '',
    lienHolder: '',
    warrantyText: '',
  }
}

/** Omits the text of a warranty that the seller has withdrawn. */
export function toDocumentFacts(facts: DocumentFacts): DocumentFacts {
  return facts.warranty === 'as-is' ? { ...facts, warrantyText: '' } : facts
}
