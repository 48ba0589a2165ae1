import { findModel, parseQuery, findSimilarNames, type ParsedQuery } from './parse-query.ts'
import type { Filters } from './search-filters.ts'

interface SearchContext {
  filters: Filters
  makes: readonly string[]
  /** The make, if the search is on a make's page. */
  category?: string | undefined
  count: (filters: Filters) => Promise<number>
}

interface Interpretation {
  filters: Filters
  /** The corrected query, or null if nothing was corrected. */
  corrected: string | null
}

/** Maximum number of words to interpret. A longer query is searched for unchanged, as a sentence. */
const MAX_WORDS = 8
/** Minimum length of a word to correct. Shorter words are too often one letter away from another. */
const MIN_LETTERS = 3
/** Maximum number of names to compare with a misspelled word. */
const MAX_NAMES = 3

/**
 * Converts a query's words to filters where possible. A word that no car matches is corrected if a make or
 * model differs by one letter.
 * @returns null if the query stays unchanged
 */
export async function interpretQuery(
  typed: string,
  { category, ...givenContext }: SearchContext,
): Promise<Interpretation | null> {
  const context =
    category === undefined
      ? givenContext
      : { ...givenContext, makes: [category], filters: { ...givenContext.filters, brand: category } }
  const words = typed.split(/\s+/).filter(Boolean)
  if (words.length === 0 || words.length > MAX_WORDS) return null
  const spelledWords = await correct(words, context)
  const text = spelledWords.join(' ')
  const { filters, rest } = await withoutUnknownPlace(
    parseQuery(text, context.makes, context.filters),
    context,
  )
  const allFilters = { ...filters, ...(await nameRest(rest, filters, context)) }
  const q = 'q' in allFilters ? allFilters.q! : rest.join(' ')
  const corrected = text === words.join(' ') ? null : text
  if (corrected === null && Object.keys(allFilters).length === 0) return null
  return { filters: { ...givenContext.filters, ...allFilters, q }, corrected }
}

async function correct(
  words: readonly string[],
  { filters, makes, count }: SearchContext,
): Promise<string[]> {
  const { rest } = parseQuery(words.join(' '), makes, filters)
  return Promise.all(
    words.map(async (word) => {
      const isWord = word.length >= MIN_LETTERS && /^\p{L}[\p{L}\d-]*$/u.test(word)
      if (!isWord || !rest.includes(word)) return word
      const names = findSimilarNames(word, makes).slice(0, MAX_NAMES)
      if (names.length === 0 || (await count({ q: word })) > 0) return word
      const counts = await Promise.all(names.map((name) => count({ q: name })))
      return names.find((_, index) => counts[index]! > 0) ?? word
    }),
  )
}

/** Converts the location after `in` back to query words if no car is there. */
async function withoutUnknownPlace(
  parsed: ParsedQuery,
  { filters: activeFilters, count }: SearchContext,
): Promise<ParsedQuery> {
  const { place, ...filters } = parsed.filters
  if (place === undefined || activeFilters.place || (await count({ place })) > 0) return parsed
  return { filters, rest: [...parsed.rest, 'in', ...place.split(' ')] }
}

/** Interprets the remaining words as a model or a location if that finds as many cars as the words do. */
async function nameRest(
  rest: readonly string[],
  newFilters: Filters,
  { filters: activeFilters, makes, count }: SearchContext,
): Promise<Filters> {
  const q = rest.join(' ')
  if (q === '' || /^\d+$/.test(q)) return {}
  const isFree = (key: 'brand' | 'model' | 'place') => !activeFilters[key] && !newFilters[key]
  const model = isFree('brand') && isFree('model') ? findModel(rest, makes) : null
  const candidates = [model, isFree('place') ? { place: q } : null].filter((candidate) => candidate !== null)
  if (candidates.length === 0) return {}
  const [total, ...counts] = await Promise.all([count({ q }), ...candidates.map(count)])
  const candidate = candidates.find((_, index) => total > 0 && counts[index] === total)
  return candidate ? { ...candidate, q: '' } : {}
}
