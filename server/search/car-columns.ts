import { type FacetChoice } from '../../contract/cars/car-choices.ts'
import { facetChoices, type FacetName } from '../../contract/cars/car-facets.ts'
import {
  facetNumbers,
  rangeNumbers,
  type FacetNumber,
  type RangeNumber,
} from '../../contract/cars/car-numbers.ts'
import { MM_PER_MILE } from '../../contract/cars/mileage.ts'
import { CarOrder } from './car-order.ts'
import { CodedColumn, type SharedValue } from './coded-column.ts'
import { DATED_WARRANTY } from './dated-warranty.ts'
import { SlotSet } from './slot-set.ts'

/** The numeric fields of range filters whose values many cars share. Mileage is almost unique to each car. */
export type SharedNumber = Exclude<RangeNumber, 'mileage'>
export const sharedNumbers = rangeNumbers.filter((name): name is SharedNumber => name !== 'mileage')

/** The choices whose column in `cars` is stored unchanged. A warranty is stored with its last day. */
type PlainChoice = Exclude<FacetChoice, 'warranty'>
const plainChoices = facetChoices.filter((name): name is PlainChoice => name !== 'warranty')

/** The fields whose values cars share, named like the columns of `cars`, except for `datedWarranty`. */
export type SharedName =
  | 'category_name'
  | 'model'
  | 'price_label'
  | 'zip'
  | 'datedWarranty'
  | PlainChoice
  | SharedNumber
  | FacetNumber
export const sharedNames: readonly SharedName[] = [
  'category_name',
  'model',
  'price_label',
  'zip',
  'datedWarranty',
  ...plainChoices,
  ...sharedNumbers,
  ...facetNumbers,
]

/** Returns the column that a facet counts. */
export function getFacetColumn(facet: FacetName): Exclude<SharedName, SharedNumber | 'zip'> {
  if (facet === 'label') return 'price_label'
  if (facet === 'warranty') return 'datedWarranty'
  return facet === 'brand' ? 'category_name' : facet
}

/** The searchable values of a car that is in stock or reserved. */
export interface ListedCar {
  /** The car's number, from `listed_cars.number`. */
  number: number
  /** The shared values, in the order of `sharedNames`. */
  shared: readonly SharedValue[]
  /** The posting time in milliseconds since 1970. */
  postedAt: number
  /** The price in cents. */
  priceMinor: number | null
  distanceMm: number | null
  isFeatured: boolean
  hasPhotos: boolean
}

/** SQL for a car's ZIP code, or its seller's if the car has none. */
const SHOWN_ZIP_SQL = 'coalesce(cars.zip, (select users.zip from users where users.id = cars.seller_id))'

/** SQL for the shared values of a row of `cars`, in the order of `sharedNames`. */
export const sharedValuesInSql: readonly string[] = sharedNames.map((name) => {
  if (name === 'zip') return SHOWN_ZIP_SQL
  return name === 'datedWarranty' ? DATED_WARRANTY : `cars."${name}"`
})

/** SQL for a car's exact mileage in millimeters, or null if the mileage or its unit is missing. */
export const DISTANCE_MM = `mileage * case mileage_unit when 'mi' then ${MM_PER_MILE} when 'km' then 1000000 end`

/** The marker of an unknown price, distance, or year. */
export const UNKNOWN = -1

/** The columns for sort orders and range filters. */
const orderedColumns = ['postedAt', 'priceMinor', 'distanceMm', 'year'] as const
export type OrderedColumn = (typeof orderedColumns)[number]

/** The listed cars in columns, one slot per car, ordered by car number. */
export class CarColumns {
  /** Number of slots in use, including those of removed cars. */
  length = 0
  number = new Float64Array(1024)
  readonly shared = Object.fromEntries(sharedNames.map((name) => [name, new CodedColumn(1024)])) as Record<
    SharedName,
    CodedColumn
  >
  year = new Float64Array(1024)
  postedAt = new Float64Array(1024)
  priceMinor = new Float64Array(1024)
  distanceMm = new Float64Array(1024)
  /** The slots of cars that have not been removed. */
  readonly listed = new SlotSet(1024)
  readonly featured = new SlotSet(1024)
  /** The slots of cars that lack a photo, a year, a price, or a mileage with its unit. */
  readonly incomplete = new SlotSet(1024)
  readonly orders = Object.fromEntries(
    orderedColumns.map((name) => [name, new CarOrder(() => this[name])]),
  ) as Record<OrderedColumn, CarOrder>

  /**
   * Creates the columns with the given cars.
   * @param cars ordered by number
   */
  constructor(cars: Iterable<ListedCar>) {
    for (const car of cars) this.#put(car)
    for (const name of orderedColumns) this.orders[name].fill(this.listed)
  }

  /**
   * Replaces the cars with these numbers by `cars`. Numbers without a car in `cars` are removed. A new number
   * must be higher than all listed numbers.
   * @returns the slots that changed
   */
  replace(numbers: Iterable<number>, cars: readonly ListedCar[]): number[] {
    const before = [...numbers]
      .flatMap((number) => this.slotOf(number) ?? [])
      .filter((slot) => this.listed.has(slot))
    for (const name of orderedColumns) this.orders[name].remove(before)
    for (const slot of before) this.#remove(slot)
    while (this.length > 0 && !this.listed.has(this.length - 1)) this.length--
    const after = cars.toSorted((a, b) => a.number - b.number).map((car) => this.#put(car))
    for (const name of orderedColumns) this.orders[name].add(after)
    return [...before, ...after]
  }

  /** True if most of the slots in use belong to removed cars. */
  get isWorn(): boolean {
    return this.length > this.orders.postedAt.length * 2 + 1000
  }

  /** The capacity of each slot set, in slots. */
  get slotCapacity(): number {
    return this.number.length
  }

  slotOf(number: number): number | undefined {
    const slot = this.firstNotBelow(number)
    return slot < this.length && this.number[slot] === number ? slot : undefined
  }

  /** Returns the first slot whose number is at least `number`. */
  firstNotBelow(number: number): number {
    let [low, high] = [0, this.length]
    // The common case: a new car's number is higher than all others.
    if (high > 0 && this.number[high - 1]! < number) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.number[middle]! < number) low = middle + 1
      else high = middle
    }
    return low
  }

  #put({ number, shared, postedAt, priceMinor, distanceMm, isFeatured, hasPhotos }: ListedCar): number {
    const slot = this.slotOf(number) ?? this.#append(number)
    for (const [index, name] of sharedNames.entries()) this.shared[name].put(slot, shared[index]!)
    this.year[slot] = Number(this.shared.year.at(slot) ?? UNKNOWN)
    this.postedAt[slot] = postedAt
    this.priceMinor[slot] = priceMinor ?? UNKNOWN
    this.distanceMm[slot] = distanceMm ?? UNKNOWN
    this.listed.put(slot, true)
    this.featured.put(slot, isFeatured)
    const isComplete = hasPhotos && priceMinor !== null && distanceMm !== null && this.year[slot] !== UNKNOWN
    this.incomplete.put(slot, !isComplete)
    return slot
  }

  #remove(slot: number): void {
    this.listed.put(slot, false)
    this.featured.put(slot, false)
  }

  #append(number: number): number {
    if (this.length === this.slotCapacity) this.#grow()
    this.number[this.length] = number
    return this.length++
  }

  #grow(): void {
    const capacity = this.length * 2
    const copyInto = <T extends { set(from: T): void }>(column: T, grown: T): T => {
      grown.set(column)
      return grown
    }
    this.number = copyInto(this.number, new Float64Array(capacity))
    this.year = copyInto(this.year, new Float64Array(capacity))
    this.postedAt = copyInto(this.postedAt, new Float64Array(capacity))
    this.priceMinor = copyInto(this.priceMinor, new Float64Array(capacity))
    this.distanceMm = copyInto(this.distanceMm, new Float64Array(capacity))
    for (const resizable of [this.listed, this.featured, this.incomplete, ...Object.values(this.shared)])
      resizable.makeRoom(capacity)
  }
}
