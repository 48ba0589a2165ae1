import { findModel, readWords, similarNames, type ReadWords } from './read-words.ts'
import type { Filters } from './search-filters.ts'

interface Asked {
  /** What the search is narrowed by, without its words. */
  filters: Filters
  /** The makes with cars. */
  makes: readonly string[]
  /** On the page of one make, that one. */
  category?: string | undefined
  /** How many cars a search finds. */
  count: (filters: Filters) => Promise<number>
}

interface Understood {
  filters: Filters
  /** What was typed, as it is spelled; null where nothing was corrected. */
  corrected: string | null
}

/** More words are a sentence, which is searched for as it is. */
const MAX_WORDS = 8
/** Shorter words are too often one letter away from another. */
const MIN_LETTERS = 3
/** A wrong word is compared with so many names at most. */
const MAX_NAMES = 3

/**
 * Turns the words of a search into filters, as far as they name some. A word that no car has is corrected where a make
 * or model is one letter away.
 * @returns null where the words stay what they are
 */
export async function understandWords(
  typed: string,
  { category, ...given }: Asked,
): Promise<Understood | null> {
  const asked =
    category === undefined
      ? given
      : { ...given, makes: [category], filters: { ...given.filters, brand: category } }
  const words = typed.split(/\s+/).filter(Boolean)
  if (words.length === 0 || words.length > MAX_WORDS) return null
  const spelled = await correct(words, asked)
  const text = spelled.join(' ')
  const { filters, rest } = await withoutUnknownPlace(readWords(text, asked.makes, asked.filters), asked)
  const named = { ...filters, ...(await nameRest(rest, filters, asked)) }
  const q = 'q' in named ? named.q! : rest.join(' ')
  const corrected = text === words.join(' ') ? null : text
  if (corrected === null && Object.keys(named).length === 0) return null
  return { filters: { ...given.filters, ...named, q }, corrected }
}

async function correct(words: readonly string[], { filters, makes, count }: Asked): Promise<string[]> {
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

/** Words after `in` that are no place of any car stay words. */
async function withoutUnknownPlace(read: ReadWords, { filters: taken, count }: Asked): Promise<ReadWords> {
  const { place, ...filters } = read.filters
  if (place === undefined || taken.place || (await count({ place })) > 0) return read
  return { filters, rest: [...read.rest, 'in', ...place.split(' ')] }
}

/** What is left names a model or a place if the filter finds as many cars as the words do. */
async function nameRest(
  rest: readonly string[],
  found: Filters,
  { filters: taken, makes, count }: Asked,
): Promise<Filters> {
  const q = rest.join(' ')
  if (q === '' || /^\d+$/.test(q)) return {}
  const isFree = (key: 'brand' | 'model' | 'place') => !taken[key] && !found[key]
  const model = isFree('brand') && isFree('model') ? findModel(rest, makes) : null
  const ways = [model, isFree('place') ? { place: q } : null].filter((way) => way !== null)
  if (ways.length === 0) return {}
  const [total, ...counts] = await Promise.all([count({ q }), ...ways.map(count)])
  const way = ways.find((_, at) => total > 0 && counts[at] === total)
  return way ? { ...way, q: '' } : {}
}
