import type { Category } from '../../../contract/cars/cars.ts'
import { removeAccents } from '../../../contract/plain-text.ts'

export function findMakes<Make extends Pick<Category, 'category_name'>>(
  makes: readonly Make[],
  typed: string,
): readonly Make[] {
  const searchTerms = plain(typed).split(/\s+/).filter(Boolean)
  if (searchTerms.length === 0) return makes
  return makes.filter(({ category_name: name }) => searchTerms.every((word) => plain(name).includes(word)))
}

function plain(text: string): string {
  return removeAccents(text).toLowerCase()
}
