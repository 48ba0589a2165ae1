/**
 * Full-text search of listed cars: how words are asked for and how well a car fits them. The index stands in
 * `engines/full-text.ts`.
 */

const MAX_WORDS = 12

export interface TextSearch {
  /** Anywhere in the car's texts. */
  q?: string | undefined
  /** In its location. */
  place?: string | undefined
}

/**
 * Full-text queries, of which a car must fit each: a word that begins some word of it. Made of quoted words alone, so nothing
 * in them is an operator.
 */
export function matchTerms({ q = '', place = '' }: TextSearch): string[] {
  return [...wordsOf(q).map(asPrefix), ...wordsOf(place).map((word) => inColumn('location', asPrefix(word)))]
}

/** By how much a word counts that stands in this column; in the description, which is the rest, by 1. */
export const columnWeights = { model_name: 8, category_name: 6, location: 3 } as const
export const REST_WEIGHT = 1

/** A term of `q` in one column. */
export function inColumn(column: keyof typeof columnWeights, term: string): string {
  return `${column} : ${term}`
}

/**
 * The words to look for, at most twelve: what is neither letter nor digit only separates them, as in the index. One that
 * begins another is left out, since that one implies it.
 */
export function wordsOf(typed: string): string[] {
  const words = new Set(
    typed
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu),
  )
  const all = [...words]
  return all
    .filter((word) => !all.some((other) => other !== word && other.startsWith(word)))
    .slice(0, MAX_WORDS)
}

function asPrefix(word: string): string {
  return `"${word}"*`
}
