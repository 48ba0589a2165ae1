import { pagePath } from './pages.ts'

/** Of a car's form: the field that a link leads to. */
export const FIELD_PARAM = 'field'

/** Where a field of a car is filled in. @param field as the form calls it; `images` for the photos */
export function fieldPath(id: string, field: string): string {
  return `${pagePath('editCar', { id })}?${FIELD_PARAM}=${encodeURIComponent(field)}`
}
