import { bare } from '../../contract/cars/model-of.ts'
import { withoutAccents } from '../../contract/plain-text.ts'

/** Texts that many cars share, each once and by its place. */
export class Texts {
  /** The texts in the form in which words are searched for. */
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

  /** Of the one text that is this, where there is one. */
  findPlace(text: string): number | undefined {
    return this.#places.get(text)
  }

  /** Below 0 where the first comes before the other, as people sort: `i4` before `i10`. */
  compare(place: number, other: number): number {
    const [a, b] = [this.#orders[place]!, this.#orders[other]!]
    return a < b ? -1 : Number(a > b)
  }

  /** The place of each among all of them in their order; equals have the same. */
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

  /** Of each text, a bit for each of the words that it has, wherever it stands. */
  bitsOf(words: readonly string[]): Uint32Array {
    const wanted = words.map(bare)
    return Uint32Array.from(this.#bare, (text) =>
      wanted.reduce((bits, word, at) => (text.includes(word) ? bits | (1 << at) : bits), 0),
    )
  }
}

/** Compared as they are, such texts come in the order of people: a collator takes fifty times as long for a million. */
function orderOf(text: string): string {
  return withoutAccents(text)
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(8, '0'))
}
