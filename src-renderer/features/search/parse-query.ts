import { choiceFacts, getOptionLabel } from '../../../contract/cars/car-choices.ts'
import { indexMakes, makeKey } from '../../../contract/cars/make-names.ts'
import { normalizeNamePart, listKnownModels } from '../../../contract/cars/model-names.ts'
import { parsePrice } from '../../../contract/money.ts'
import type { FilterKey, Filters } from './search-filters.ts'

/** The filters recognized in a query, and its remaining words. */
export interface ParsedQuery {
  filters: Filters
  rest: readonly string[]
}

const facets = ['body', 'color', 'fuel'] as const

/** Lowercase aliases of options. The options and their labels are recognized as well. */
const otherNames: Readonly<Record<string, readonly [(typeof facets)[number], string]>> = {
  crossover: ['body', 'suv'],
  estate: ['body', 'wagon'],
  'mini van': ['body', 'minivan'],
  'station wagon': ['body', 'wagon'],
  'pickup truck': ['body', 'pickup'],
  grey: ['color', 'Gray'],
  gasoline: ['fuel', 'Petrol'],
  ev: ['fuel', 'Electric'],
  phev: ['fuel', 'Plug-in hybrid'],
}

const mostWords = ['under', 'below', 'max', 'maximum', '<', 'less than', 'up to', 'at most']
const leastWords = ['over', 'above', 'min', 'minimum', '>', 'more than', 'at least']

/** Maximum number of words in a model name. */
const MAX_WORDS = 4
/** The lowest number, in dollars, that can be a car price. */
const LEAST_PRICE = 500

/**
 * Recognizes filters in a query: makes, models, bodies, colors, fuels, prices, and `in` plus a location.
 * @param makes the makes with cars
 * @param activeFilters filters for which words are not converted again
 */
export function parseQuery(typed: string, makes: readonly string[], activeFilters: Filters): ParsedQuery {
  const words = typed.trim().split(/\s+/).filter(Boolean)
  const isFree = (key: FilterKey) => !activeFilters[key]
  const filters: Filters = {}
  const rest: string[] = []
  const makesByKey = indexMakes(makes.map((make) => ({ name: make, make })))

  function readOption(index: number): number {
    const match = longest(words, index, 2, (text) => {
      const option = findOption(text)
      return option && isFree(option[0]) && !filters[option[0]] ? option : undefined
    })
    if (!match) return 0
    filters[match.value[0]] = match.value[1]
    return match.count
  }

  function readMake(index: number): number {
    if (!isFree('brand') || filters.brand) return 0
    // Some aliases include a model, such as `Range Rover`. Several words therefore match only a make's own
    // name.
    const match = longest(words, index, 3, (text) => {
      const make = makesByKey.get(makeKey(text))
      return text.includes(' ') && make !== undefined && makeKey(make) !== makeKey(text) ? undefined : make
    })
    if (!match) return 0
    filters.brand = match.value
    return match.count
  }

  function readPrice(index: number): number {
    const match = longest(words, index, 2, endOfRange)
    const amount = match && parseAmount(words[index + match.count] ?? '')
    if (!match || amount === null || amount === undefined || !isFree(match.value)) return 0
    filters[match.value] = amount
    return match.count + 1
  }

  for (let index = 0; index < words.length;) {
    if (words[index]!.toLowerCase() === 'in' && index > 0 && index + 1 < words.length && isFree('place')) {
      filters.place = words.slice(index + 1).join(' ')
      break
    }
    const count = readPrice(index) || readOption(index) || readMake(index)
    if (count === 0) rest.push(words[index]!)
    index += count || 1
  }
  const { model, words: others } = takeModel(rest, filters.brand ?? activeFilters.brand)
  if (!model || !isFree('model')) return { filters, rest }
  return { filters: { ...filters, model }, rest: others }
}

/**
 * Returns the makes, models, and words in model names that differ from a misspelled word by one letter, makes
 * first. A word of up to three letters matches only makes, and only with two swapped letters.
 */
export function findSimilarNames(word: string, makes: readonly string[]): string[] {
  const misspelled = normalizeNamePart(word)
  if (misspelled.length <= 3)
    return makes.filter(
      (make) =>
        isSwapped(misspelled, normalizeNamePart(make)) && isOneLetterOff(misspelled, normalizeNamePart(make)),
    )
  const models = makes.flatMap(listKnownModels)
  const words = models.flatMap((model) => model.split(' ')).filter((part) => part.length > 3)
  return [...new Set([...makes, ...models, ...words])].filter((name) =>
    isOneLetterOff(misspelled, normalizeNamePart(name)),
  )
}

/** Reports whether two words consist of the same letters. */
function isSwapped(some: string, others: string): boolean {
  return [...some].toSorted().join('') === [...others].toSorted().join('')
}

/**
 * Reports whether two strings differ by one inserted, deleted, or replaced letter, or by two swapped adjacent
 * letters.
 */
export function isOneLetterOff(some: string, others: string): boolean {
  if (some === others || Math.abs(some.length - others.length) > 1) return false
  let start = 0
  while (start < some.length && some[start] === others[start]) start++
  const [left, right] = [some.slice(start), others.slice(start)]
  if (left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)) return true
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
}

/** Finds the longest run of words from `index` for which `find` returns a value. */
function longest<T>(
  words: readonly string[],
  index: number,
  maxCount: number,
  find: (text: string) => T | undefined,
): { count: number; value: T } | undefined {
  for (let count = Math.min(maxCount, words.length - index); count > 0; count--) {
    const value = find(words.slice(index, index + count).join(' '))
    if (value !== undefined) return { count, value }
  }
  return undefined
}

function findOption(text: string): readonly [(typeof facets)[number], string] | undefined {
  const name = text.toLowerCase()
  return optionsByName.get(name) ?? optionsByName.get(name.replace(/s$/, ''))
}

const optionsByName = new Map([
  ...facets.flatMap((facet) =>
    choiceFacts[facet].options.flatMap((option) => [
      [option.toLowerCase(), [facet, option] as const] as const,
      [getOptionLabel(facet, option).toLowerCase(), [facet, option] as const] as const,
    ]),
  ),
  ...Object.entries(otherNames),
])

function endOfRange(text: string): 'priceMin' | 'priceMax' | undefined {
  const words = text.toLowerCase()
  if (mostWords.includes(words)) return 'priceMax'
  return leastWords.includes(words) ? 'priceMin' : undefined
}

/**
 * Parses a price in dollars. `$30k` becomes `30000`. Returns null if the word is not a price or may be a
 * year.
 */
function parseAmount(word: string): string | null {
  const [, thousands] = /^(.+)k$/i.exec(word) ?? []
  const minor = parsePrice(thousands ?? word)
  if (minor === null) return null
  const dollars = (minor / 100) * (thousands === undefined ? 1 : 1000)
  const isYear = /^(19|20)\d\d$/.test(word)
  return dollars >= LEAST_PRICE && !isYear ? String(dollars) : null
}

/** Returns the model with this name and its make, if exactly one of the makes has it. */
export function findModel(words: readonly string[], makes: readonly string[]): Filters | null {
  const name = normalizeNamePart(words.join(' '))
  const match = makes.flatMap((brand) => {
    const model = listKnownModels(brand).find((candidate) => normalizeNamePart(candidate) === name)
    return model === undefined ? [] : [{ brand, model }]
  })
  return match.length === 1 ? match[0]! : null
}

/** Extracts the make's first model from the words. */
function takeModel(words: readonly string[], make: string | undefined) {
  const models = new Map(
    make === undefined ? [] : listKnownModels(make).map((name) => [normalizeNamePart(name), name]),
  )
  for (let index = 0; index < words.length; index++) {
    const match = longest(words, index, MAX_WORDS, (text) => models.get(normalizeNamePart(text)))
    if (match) return { model: match.value, words: words.toSpliced(index, match.count) }
  }
  return { words }
}
