import { bare } from '../../contract/cars/model-of.ts'
import { withoutAccents } from '../../contract/plain-text.ts'

/** Strings that many cars share. Each is stored once and identified by its index. */
export class Texts {
  /** The strings in the normalized form in which search terms are looked up. */
  readonly #bare: string[] = []
  readonly #places = new Map<string, number>()
  readonly #orders: string[] = []

  placeOf(text: string): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    const place = this.#bare.push(bare(text)) - 1
    this.#orders.push(orderOf(text))
    this.#places.set(text, place)
    return place
  }

  get size(): number {
    return this.#bare.length
  }

  isEmpty(place: number): boolean {
    return this.#orders[place] === ''
  }

  /** Returns the index of the string, or undefined if it is not stored. */
  findPlace(text: string): number | undefined {
    return this.#places.get(text)
  }

  /**
   * Compares two strings in natural order: `i4` before `i10`. Returns a negative number if the first comes
   * before the other.
   */
  compare(place: number, other: number): number {
    const [a, b] = [this.#orders[place]!, this.#orders[other]!]
    return a < b ? -1 : Number(a > b)
  }

  /** Returns the rank of each string in natural order. Equal strings have the same rank. */
  ranks(): Uint32Array {
    const places = this.#orders.map((_, place) => place).sort((a, b) => this.compare(a, b))
    const ranks = new Uint32Array(places.length)
    let rank = 0
    places.forEach((place, at) => {
      if (at > 0 && this.compare(places[at - 1]!, place) !== 0) rank++
      ranks[place] = rank
    })
    return ranks
  }

  /**
   * Returns a bit mask of the search terms for each string. A bit is set if the string contains the term
   * anywhere.
   */
  bitsOf(words: readonly string[]): Uint32Array {
    const wanted = words.map(bare)
    return Uint32Array.from(this.#bare, (text) =>
      wanted.reduce((bits, word, at) => (text.includes(word) ? bits | (1 << at) : bits), 0),
    )
  }
}

/**
 * Returns a sort key. Plain comparison of the keys gives natural order. A collator would take 50 times as
 * long for a million strings.
 */
function orderOf(text: string): string {
  return withoutAccents(text)
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(8, '0'))
}
