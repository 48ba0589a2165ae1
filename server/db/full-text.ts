/**
 * Full-text search of listed cars: builds the queries for search terms and defines the weights of their
 * matches. The index is in `engines/full-text.ts`.
 */

import { knownModels } from '../../contract/cars/known-models.ts'
import { removeAccents } from '../../contract/plain-text.ts'

const MAX_WORDS = 12
/**
 * Maximum number of all-letter or all-digit parts in a word. A word with more parts is a code, such as a VIN.
 */
const MAX_PARTS = 3

export interface TextSearch {
  /** Search terms that match anywhere in the car's text. */
  q?: string | undefined
  /** Search terms that match the car's location. */
  place?: string | undefined
}

/**
 * Alternative full-text queries, of which a car must match at least one. They contain only quoted words, so
 * user input is never parsed as an operator.
 */
export type Term = readonly string[]

/**
 * Returns one term per typed word, all of which a car must match. A term matches words that begin with the
 * typed word or an alternative spelling of it. `f150`, `F-150`, and `F 150` are equivalent, as are `crv` and
 * `CR-V`.
 */
export function buildSearchTerms({ q = '', place = '' }: TextSearch): Term[] {
  return [...buildTerms(q), ...buildTerms(place).map((term) => restrictToColumn('location', term))]
}

/** The weights of matches by column. Matches in the description have the weight 1. */
export const columnWeights = { model_name: 8, category_name: 6, location: 3 } as const
export const REST_WEIGHT = 1

/** Restricts a term to a single column. */
export function restrictToColumn(column: keyof typeof columnWeights, term: Term): Term {
  return term.map((query) => `${column} : ${query}`)
}

/**
 * Splits typed text into up to 12 distinct words. As in the index, all characters other than letters and
 * digits separate words.
 */
export function splitSearchText(typed: string): string[] {
  return [...new Set(splitAllWords(typed))].slice(0, MAX_WORDS)
}

/** A car's texts as words, each after a space. The columns are separate lines. */
export interface SearchedTexts {
  all: string
  location: string
}

/** Prepares a car's texts for the tests of `createTextTest`. */
export function toSearchedTexts(texts: readonly string[], location: string): SearchedTexts {
  return { all: [...texts, location].map(toWordLine).join('\n'), location: toWordLine(location) }
}

/**
 * Creates a test that admits the same cars as the index, except for rare letters that it folds differently.
 * @returns null if the search has no terms
 */
export function createTextTest({
  q = '',
  place = '',
}: TextSearch): ((texts: SearchedTexts) => boolean) | null {
  const toStarts = (spellings: string[]) => spellings.map(toWordLine)
  const terms = listSpellings(q).map(toStarts)
  const placeTerms = listSpellings(place).map(toStarts)
  if (terms.length + placeTerms.length === 0) return null
  return ({ all, location }) =>
    terms.every((starts) => starts.some((start) => all.includes(start))) &&
    placeTerms.every((starts) => starts.some((start) => location.includes(start)))
}

function toWordLine(text: string): string {
  return splitAllWords(removeAccents(text))
    .map((word) => ` ${word}`)
    .join('')
}

function buildTerms(typed: string): Term[] {
  return listSpellings(typed).map((spellings) => spellings.map(asPrefix))
}

/** Returns the alternative spellings of each typed word: the word itself, several words, or joined words. */
function listSpellings(typed: string): string[][] {
  const runs = listWordRuns(splitAllWords(typed).slice(0, MAX_WORDS))
  return splitSearchText(typed).map((word) => {
    const joined = runs.filter((run) => run.includes(word)).map((run) => run.join(''))
    return [...new Set([word, ...listPhrases(word), ...joined])]
  })
}

function splitAllWords(typed: string): string[] {
  return (
    typed
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu) ?? []
  )
}

/** Returns the runs of two or three consecutive words that may also be written as one word. */
function listWordRuns(words: readonly string[]): string[][] {
  const canJoinNext = words.slice(1).map((word, index) => canJoin(words[index]!, word))
  return words.flatMap((_, index) => [
    ...(canJoinNext[index] ? [words.slice(index, index + 2)] : []),
    ...(canJoinNext[index] && canJoinNext[index + 1] ? [words.slice(index, index + 3)] : []),
  ])
}

/** Returns the spellings of a word as several words: `e 220 d`, `e 220d`, and `e220 d` for `e220d`. */
function listPhrases(word: string): string[] {
  const model = loadSpacedModels().get(removeAccents(word))
  if (model !== undefined) return [model]
  const parts = word.match(/\p{Nd}+|\P{Nd}+/gu)!
  if (parts.length === 1 || parts.length > MAX_PARTS) return []
  const [first, second, third] = parts
  return third === undefined
    ? [`${first} ${second}`]
    : [`${first} ${second} ${third}`, `${first} ${second}${third}`, `${first}${second} ${third}`]
}

/** Reports whether two consecutive words may also be written as one: `f 150`, `x trail`, `santa fe`. */
function canJoin(word: string, next: string): boolean {
  const isChange = /\p{Nd}$/u.test(word) !== /^\p{Nd}/u.test(next)
  const isLetter = /^\p{L}\p{M}*$/u
  return (
    isChange ||
    isLetter.test(word) ||
    isLetter.test(next) ||
    loadSpacedModels().has(removeAccents(word + next))
  )
}

let cachedModels: ReadonlyMap<string, string> | undefined

/**
 * Maps the joined spelling of each known model to its separate words, if they contain only letters: `crv` to
 * `cr v`.
 */
function loadSpacedModels(): ReadonlyMap<string, string> {
  cachedModels ??= new Map(
    Object.values(knownModels)
      .flatMap((names) => names.split(', '))
      .map(
        (name) =>
          removeAccents(name)
            .toLowerCase()
            .match(/\p{L}+|\p{N}+/gu) ?? [],
      )
      .filter((words) => words.length > 1 && words.every((word) => /^\p{L}+$/u.test(word)))
      .map((words) => [words.join(''), words.join(' ')]),
  )
  return cachedModels
}

function asPrefix(word: string): string {
  return `"${word}"*`
}
