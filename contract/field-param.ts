import { pagePath } from './pages.ts'

/** The query parameter for the field of the car form that a link opens. */
export const FIELD_PARAM = 'field'

/**
 * Returns the path of the page where a car's field is edited.
 * @param field the field's name in the form, or `images` for the photos
 */
export function fieldPath(id: string, field: string): string {
  return `${pagePath('editCar', { id })}?${FIELD_PARAM}=${encodeURIComponent(field)}`
}
