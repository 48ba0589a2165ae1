import { choiceNames, type ChoiceName } from '../../contract/car-choices.ts'
import { numberNames, type NumberName } from '../../contract/car-numbers.ts'

/** The numbers that many cars share; a mileage is nearly each car's own. */
export type KindNumber = Exclude<NumberName, 'mileage'>
export const kindNumbers = numberNames.filter((name): name is KindNumber => name !== 'mileage')

/** What many cars have in common. Empty or 0 where a seller didn't say. */
export interface Kind extends Record<ChoiceName, string>, Record<KindNumber, number> {
  category_name: string
}

/** Of the table of cars, too. */
export const kindColumns: readonly (keyof Kind)[] = ['category_name', ...choiceNames, ...kindNumbers]
export const isNumber = (name: keyof Kind) => kindNumbers.some((number) => number === name)

/** A car in stock or reserved, by what a search compares. */
export interface ListedCar {
  /** `listed_cars.number` */
  number: number
  /** What its kind is, in the order of `kindColumns`. */
  kind: readonly (string | number)[]
  /** Milliseconds since 1970. */
  postedAt: number
  /** Cents. */
  priceMinor: number | null
  distanceMm: number | null
  isFeatured: boolean
}

/** Stands for a price or a distance that isn't known. */
export const UNKNOWN = -1

/** The kind of a car that is gone. */
export const GONE = 0

/**
 * The listed cars in columns, a slot a car, in the order of their numbers. A search reads a few of the columns from end
 * to end.
 */
export class CarColumns {
  /** How many slots are in use, those of cars that are gone too. */
  length = 0
  /** How many of them. */
  gone = 0
  /** By their place. What stands at `GONE` is no car's. */
  readonly kinds: Kind[] = [{} as Kind]
  number = new Float64Array(1024)
  kind = new Uint32Array(1024)
  year = new Float64Array(1024)
  postedAt = new Float64Array(1024)
  priceMinor = new Float64Array(1024)
  distanceMm = new Float64Array(1024)
  isFeatured = new Uint8Array(1024)
  readonly #kindPlaces = new Map<string, number>()

  put({ number, kind, postedAt, priceMinor, distanceMm, isFeatured }: ListedCar): void {
    const slot = this.slotOf(number) ?? this.#insert(number)
    if (this.kind[slot] === GONE) this.gone--
    const place = this.#placeOf(kind)
    this.kind[slot] = place
    this.year[slot] = this.kinds[place]!.year || UNKNOWN
    this.postedAt[slot] = postedAt
    this.priceMinor[slot] = priceMinor ?? UNKNOWN
    this.distanceMm[slot] = distanceMm ?? UNKNOWN
    this.isFeatured[slot] = Number(isFeatured)
  }

  remove(number: number): void {
    const slot = this.slotOf(number)
    if (slot === undefined || this.kind[slot] === GONE) return
    this.kind[slot] = GONE
    this.gone++
  }

  /** Whether much of it is of cars that are gone, or was edited away: every search looks at that, too. */
  get isWorn(): boolean {
    return this.gone > this.length / 2 + 1000 || this.kinds.length > this.length + 10_000
  }

  slotOf(number: number): number | undefined {
    const slot = this.#firstNotBelow(number)
    return slot < this.length && this.number[slot] === number ? slot : undefined
  }

  #firstNotBelow(number: number): number {
    let [low, high] = [0, this.length]
    // Nearly always it is the newest.
    if (high > 0 && this.number[high - 1]! < number) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.number[middle]! < number) low = middle + 1
      else high = middle
    }
    return low
  }

  #insert(number: number): number {
    if (this.length === this.number.length) this.#grow()
    const slot = this.#firstNotBelow(number)
    for (const column of this.#columns()) column.copyWithin(slot + 1, slot, this.length)
    this.length++
    this.gone++
    this.kind[slot] = GONE
    this.number[slot] = number
    return slot
  }

  #grow(): void {
    const capacity = this.length * 2
    const longer = <T extends { set(from: T): void }>(column: T, grown: T): T => {
      grown.set(column)
      return grown
    }
    this.number = longer(this.number, new Float64Array(capacity))
    this.kind = longer(this.kind, new Uint32Array(capacity))
    this.year = longer(this.year, new Float64Array(capacity))
    this.postedAt = longer(this.postedAt, new Float64Array(capacity))
    this.priceMinor = longer(this.priceMinor, new Float64Array(capacity))
    this.distanceMm = longer(this.distanceMm, new Float64Array(capacity))
    this.isFeatured = longer(this.isFeatured, new Uint8Array(capacity))
  }

  #columns() {
    const { number, kind, year, postedAt, priceMinor, distanceMm, isFeatured } = this
    return [number, kind, year, postedAt, priceMinor, distanceMm, isFeatured]
  }

  #placeOf(values: readonly (string | number)[]): number {
    const key = values.join('\0')
    const known = this.#kindPlaces.get(key)
    if (known !== undefined) return known
    const kind = Object.fromEntries(kindColumns.map((name, at) => [name, values[at]!])) as unknown as Kind
    const place = this.kinds.push(kind) - 1
    this.#kindPlaces.set(key, place)
    return place
  }
}
