import type { Category } from '../../../contract/cars/cars.ts'
import { withoutAccents } from '../../../contract/plain-text.ts'

/** Returns the makes whose names contain the search terms, ignoring accents. */
export function findMakes<Make extends Pick<Category, 'category_name'>>(
  makes: readonly Make[],
  typed: string,
): readonly Make[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return makes
  return makes.filter(({ category_name: name }) => words.every((word) => plain(name).includes(word)))
}

function plain(text: string): string {
  return withoutAccents(text).toLowerCase()
}
