import { findModel, readWords, similarNames, type ReadWords } from './read-words.ts'
import type { Filters } from './search-filters.ts'

interface SearchContext {
  /** The active filters, without the query. */
  filters: Filters
  /** The makes with cars. */
  makes: readonly string[]
  /** The make, if the search is on a make's page. */
  category?: string | undefined
  /** Returns the number of cars that a search finds. */
  count: (filters: Filters) => Promise<number>
}

interface Interpretation {
  filters: Filters
  /** The query with corrected spelling; null if nothing was corrected. */
  corrected: string | null
}

/**
 * Maximum number of words to interpret. A longer query is treated as a sentence and is searched for
 * unchanged.
 */
const MAX_WORDS = 8
/** Minimum length of a word to correct. Shorter words are too often one letter away from another word. */
const MIN_LETTERS = 3
/** Maximum number of names with which a misspelled word is compared. */
const MAX_NAMES = 3

/**
 * Converts the words of a query to filters where possible. A word that no car matches is corrected if a make
 * or model differs by one letter.
 * @returns null if the query stays unchanged
 */
export async function understandWords(
  typed: string,
  { category, ...given }: SearchContext,
): Promise<Interpretation | null> {
  const context =
    category === undefined
      ? given
      : { ...given, makes: [category], filters: { ...given.filters, brand: category } }
  const words = typed.split(/\s+/).filter(Boolean)
  if (words.length === 0 || words.length > MAX_WORDS) return null
  const spelled = await correct(words, context)
  const text = spelled.join(' ')
  const { filters, rest } = await withoutUnknownPlace(
    readWords(text, context.makes, context.filters),
    context,
  )
  const named = { ...filters, ...(await nameRest(rest, filters, context)) }
  const q = 'q' in named ? named.q! : rest.join(' ')
  const corrected = text === words.join(' ') ? null : text
  if (corrected === null && Object.keys(named).length === 0) return null
  return { filters: { ...given.filters, ...named, q }, corrected }
}

async function correct(
  words: readonly string[],
  { filters, makes, count }: SearchContext,
): Promise<string[]> {
  const { rest } = readWords(words.join(' '), makes, filters)
  return Promise.all(
    words.map(async (word) => {
      const isWord = word.length >= MIN_LETTERS && /^\p{L}[\p{L}\d-]*$/u.test(word)
      if (!isWord || !rest.includes(word)) return word
      const names = similarNames(word, makes).slice(0, MAX_NAMES)
      if (names.length === 0 || (await count({ q: word })) > 0) return word
      const counts = await Promise.all(names.map((name) => count({ q: name })))
      return names.find((_, at) => counts[at]! > 0) ?? word
    }),
  )
}

/** Converts the location after `in` back to query words if no car is there. */
async function withoutUnknownPlace(
  read: ReadWords,
  { filters: taken, count }: SearchContext,
): Promise<ReadWords> {
  const { place, ...filters } = read.filters
  if (place === undefined || taken.place || (await count({ place })) > 0) return read
  return { filters, rest: [...read.rest, 'in', ...place.split(' ')] }
}

/**
 * Interprets the remaining words as a model or a location if that filter finds as many cars as the words do.
 */
async function nameRest(
  rest: readonly string[],
  found: Filters,
  { filters: taken, makes, count }: SearchContext,
): Promise<Filters> {
  const q = rest.join(' ')
  if (q === '' || /^\d+$/.test(q)) return {}
  const isFree = (key: 'brand' | 'model' | 'place') => !taken[key] && !found[key]
  const model = isFree('brand') && isFree('model') ? findModel(rest, makes) : null
  const candidates = [model, isFree('place') ? { place: q } : null].filter((way) => way !== null)
  if (candidates.length === 0) return {}
  const [total, ...counts] = await Promise.all([count({ q }), ...candidates.map(count)])
  const way = candidates.find((_, at) => total > 0 && counts[at] === total)
  return way ? { ...way, q: '' } : {}
}
