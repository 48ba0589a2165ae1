import { pagePath } from './pages.ts'

/** The query parameter with the field of the car form that a link opens. */
export const FIELD_PARAM = 'field'

/**
 * Returns the path at which a car's field is edited.
 * @param field the form's name of the field; `images` for the photos
 */
export function fieldPath(id: string, field: string): string {
  return `${pagePath('editCar', { id })}?${FIELD_PARAM}=${encodeURIComponent(field)}`
}
