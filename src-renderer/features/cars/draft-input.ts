import { carDraft, type CarDraft } from '../../../contract/cars.ts'
import type { CarFormInput } from './car-form.ts'

interface DraftInput {
  body: CarDraft
  /** Nothing of the form is left out. */
  isWhole: boolean
}

/**
 * What of a form a draft can hold: a field with something wrong in it is left out, and stays in the form.
 * @param images addresses in order, the main picture first
 */
export function toDraftInput(values: CarFormInput, images: readonly string[]): DraftInput {
  const hasMileage = values.mileage !== null && values.mileage !== undefined
  const all = {
    ...values,
    mileageUnit: hasMileage ? values.mileageUnit : null,
    images: [...images],
    image_url: images[0] ?? '',
  }
  const { data, error } = carDraft.safeParse(all)
  if (data) return { body: data, isWhole: true }
  const wrong = new Set(error.issues.map(({ path }) => String(path[0])))
  const rest = Object.fromEntries(Object.entries(all).filter(([name]) => !wrong.has(name)))
  return { body: carDraft.parse(rest), isWhole: false }
}
