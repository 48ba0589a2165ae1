import { carDraft, type CarDraft } from '../../../contract/cars.ts'
import type { CarFormInput } from './car-form.ts'

/**
 * What of a form a draft can hold: a field with something wrong in it is left out, and stays in the form.
 * @param images addresses in order, the main picture first
 */
export function toDraftInput(values: CarFormInput, images: readonly string[]): CarDraft {
  const hasMileage = values.mileage !== null && values.mileage !== undefined
  const all = {
    ...values,
    mileageUnit: hasMileage ? values.mileageUnit : null,
    images: [...images],
    image_url: images[0] ?? '',
  }
  const { data, error } = carDraft.safeParse(all)
  if (data) return data
  const wrong = new Set(error.issues.map(({ path }) => String(path[0])))
  return carDraft.parse(Object.fromEntries(Object.entries(all).filter(([name]) => !wrong.has(name))))
}
