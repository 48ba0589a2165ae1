import type { Category } from '../../../contract/cars.ts'
import { withoutAccents } from '../../../contract/without-accents.ts'

/** Those whose name has the words in it, with or without accents. */
export function findMakes<Make extends Pick<Category, 'category_name'>>(
  makes: readonly Make[],
  typed: string,
): readonly Make[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return makes
  return makes.filter(({ category_name: name }) => words.every((word) => plain(name).includes(word)))
}

/** Their names by the letter that they begin with, from A to Z; digits stand under #. */
export function byFirstLetter(
  makes: readonly Pick<Category, 'category_name'>[],
): [letter: string, names: string[]][] {
  const names = makes.map(({ category_name: name }) => name).sort(compare)
  return [...Map.groupBy(names, letterOf)].sort(([a], [b]) => (a < b ? -1 : 1))
}

function letterOf(name: string): string {
  const first = plain(name)[0]!.toUpperCase()
  return /[A-Z]/.test(first) ? first : '#'
}

function plain(text: string): string {
  return withoutAccents(text).toLowerCase()
}

const { compare } = new Intl.Collator('en-US', { numeric: true })
