import { availabilities } from '../../contract/cars/cars.ts'
import type { CachedCar } from './row-cache.ts'
import { Texts } from './texts.ts'

/** A car's position among the newest cars: its posting time and ID. */
export type PositionedCar = readonly [postedAt: number, id: string]

/**
 * The sort orders of cars. Cars without a value come last. In sort orders that are read backward, such as
 * `dearest`, they come first.
 */
const orderNames = [
  'listed',
  'price',
  'dearest',
  'name',
  'state',
  'year',
  'latest',
  'mileage',
  'driven',
  'location',
  'furthest',
  'photos',
  'lists',
] as const
export type OrderName = (typeof orderNames)[number]

/** A sort order by strings that many cars share. */
interface TextOrder {
  texts: Texts
  /** For each slot, the index of its string in `texts`. */
  of: readonly number[]
  /** The position of cars whose string is empty. */
  empty: 'first' | 'last'
}

/** The state of a slot that belongs to no car. */
export const REMOVED_SLOT = -1

/**
 * The cars that are not deleted, in columns with one slot per car. Each sort order is cached after it is
 * first requested.
 */
export class CarsInMemory {
  readonly ids: string[] = []
  readonly seller: number[] = []
  readonly state: number[] = []
  readonly postedAt: number[] = []
  readonly priceMinor: (number | null)[] = []
  readonly year: (number | null)[] = []
  readonly distanceMm: (number | null)[] = []
  readonly photos: number[] = []
  readonly lists: number[] = []
  readonly name: number[] = []
  readonly location: number[] = []
  readonly contact: number[] = []
  /**
   * The codes that identify each car, in lowercase: its stock number, a line break, and its VIN. Empty if the
   * car has neither.
   */
  readonly codes: string[] = []

  readonly sellers = new Texts()
  readonly names = new Texts()
  readonly locations = new Texts()
  readonly contacts = new Texts()

  /** Number of cars in each state, in the order of `availabilities`. */
  readonly counts = availabilities.map(() => 0)

  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  readonly #orders = new Map<OrderName, number[]>()

  /**
   * True if many of the stored strings no longer belong to a car: over 10,000 more than the cars could use.
   */
  get isWorn(): boolean {
    const texts = [this.names, this.locations, this.contacts].reduce((sum, { size }) => sum + size, 0)
    return texts > 3 * this.#slots.size + 10_000
  }

  put(car: CachedCar): void {
    this.remove(car.id)
    const slot = this.#free.pop() ?? this.ids.length
    this.#slots.set(car.id, slot)
    this.ids[slot] = car.id
    this.seller[slot] = this.sellers.indexOf(car.sellerId)
    this.state[slot] = availabilities.indexOf(car.state)
    this.postedAt[slot] = car.postedAt
    this.priceMinor[slot] = car.priceMinor
    this.year[slot] = car.year
    this.distanceMm[slot] = car.distanceMm
    this.photos[slot] = car.photos
    this.lists[slot] = car.lists
    this.name[slot] = this.names.indexOf(car.name)
    this.location[slot] = this.locations.indexOf(car.location)
    this.contact[slot] = this.contacts.indexOf(car.contact)
    this.codes[slot] = joinCarCodes(car)
    this.counts[this.state[slot]]!++
    for (const [name, order] of this.#orders) order.splice(this.#indexIn(name, order, slot), 0, slot)
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    for (const [name, order] of this.#orders) order.splice(this.#indexIn(name, order, slot), 1)
    this.counts[this.state[slot]!]!--
    this.state[slot] = REMOVED_SLOT
    this.#slots.delete(id)
    this.#free.push(slot)
  }

  /** Returns the slots of all cars in a sort order. Cars with equal keys are sorted by posting time. */
  inOrder(name: OrderName): readonly number[] {
    const cached = this.#orders.get(name)
    if (cached) return cached
    const order =
      name === 'listed'
        ? [...this.#slots.values()].sort(this.#createComparator(name))
        : sortByKey(this.inOrder('listed'), this.#keyOf(name))
    this.#orders.set(name, order)
    return order
  }

  /**
   * Builds one missing sort order.
   * @returns false if no sort order is missing
   */
  sortSome(): boolean {
    const missing = orderNames.find((name) => !this.#orders.has(name))
    if (missing === undefined) return false
    this.inOrder(missing)
    return true
  }

  /** Returns the number of cars that were listed before the given time, or at that time with a lower ID. */
  countBefore([postedAt, id]: PositionedCar): number {
    return findFirstIndex(
      this.inOrder('listed'),
      (slot) => this.postedAt[slot]! - postedAt || (this.ids[slot]! < id ? -1 : 1),
    )
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id)
  }

  positionOf(slot: number): PositionedCar {
    return [this.postedAt[slot]!, this.ids[slot]!]
  }

  /** Clears the sort orders. If many cars change, that is cheaper than updating them. */
  forgetOrders(): void {
    this.#orders.clear()
  }

  #indexIn(name: OrderName, order: readonly number[], slot: number): number {
    const compare = this.#createComparator(name)
    return findFirstIndex(order, (other) => compare(other, slot))
  }

  #createComparator(name: OrderName): (slot: number, other: number) => number {
    const { ids, postedAt } = this
    const texts = this.#textOrders[name]
    const keyOf = this.#keys[name]
    const compare = texts ? createTextComparator(texts) : (a: number, b: number) => keyOf(a) - keyOf(b)
    return (a, b) =>
      compare(a, b) || postedAt[a]! - postedAt[b]! || (ids[a]! < ids[b]! ? -1 : Number(ids[a]! > ids[b]!))
  }

  /**
   * Returns a function that returns each car's numeric sort key. For sort orders by string, the keys are valid
   * only until a string is added.
   */
  #keyOf(name: OrderName): (slot: number) => number {
    const order = this.#textOrders[name]
    if (!order) return this.#keys[name]
    const { texts, of, empty } = order
    const ranks = texts.ranks()
    const emptyKey = empty === 'first' ? FIRST : LAST
    return (slot) => (texts.isEmpty(of[slot]!) ? emptyKey : ranks[of[slot]!]!)
  }

  readonly #textOrders: Partial<Record<OrderName, TextOrder>> = {
    name: { texts: this.names, of: this.name, empty: 'last' },
    location: { texts: this.locations, of: this.location, empty: 'last' },
    furthest: { texts: this.locations, of: this.location, empty: 'first' },
  }

  readonly #keys: Record<OrderName, (slot: number) => number> = {
    listed: (slot) => this.postedAt[slot]!,
    price: (slot) => this.priceMinor[slot] ?? LAST,
    dearest: (slot) => this.priceMinor[slot] ?? FIRST,
    name: (slot) => this.name[slot]!,
    state: (slot) => this.state[slot]!,
    year: (slot) => this.year[slot] ?? LAST,
    latest: (slot) => this.year[slot] ?? FIRST,
    mileage: (slot) => this.distanceMm[slot] ?? LAST,
    driven: (slot) => this.distanceMm[slot] ?? FIRST,
    location: (slot) => this.location[slot]!,
    furthest: (slot) => this.location[slot]!,
    photos: (slot) => this.photos[slot]!,
    lists: (slot) => this.lists[slot]!,
  }
}

const [FIRST, LAST] = [-1, Number.MAX_SAFE_INTEGER]

function createTextComparator({ texts, of, empty }: TextOrder): (slot: number, other: number) => number {
  const isEmpty = (slot: number) => Number(texts.isEmpty(of[slot]!))
  const direction = empty === 'last' ? 1 : -1
  return (a, b) => (isEmpty(a) - isEmpty(b)) * direction || texts.compare(of[a]!, of[b]!)
}

function joinCarCodes({ stockNo, vin }: CachedCar): string {
  return stockNo || vin ? `${stockNo}\n${vin}`.toLowerCase() : ''
}

/**
 * Sorts by numeric key in a few passes. A sort by comparison would take seconds for a million cars. The sort
 * is stable.
 */
function sortByKey(slots: readonly number[], keyOf: (slot: number) => number): number[] {
  const keys = Float64Array.from(slots, keyOf)
  const distinct = Float64Array.from(new Set(keys)).sort()
  const nextIndexes = new Map<number, number>()
  for (const key of distinct) nextIndexes.set(key, 0)
  for (const key of keys) nextIndexes.set(key, nextIndexes.get(key)! + 1)
  let start = 0
  for (const key of distinct) {
    const count = nextIndexes.get(key)!
    nextIndexes.set(key, start)
    start += count
  }
  const sorted = Array.from<number>({ length: slots.length }).fill(0)
  for (let index = 0; index < slots.length; index++) {
    const target = nextIndexes.get(keys[index]!)!
    nextIndexes.set(keys[index]!, target + 1)
    sorted[target] = slots[index]!
  }
  return sorted
}

/** Finds, by binary search, the first index whose slot does not come before the searched one. */
function findFirstIndex(order: readonly number[], compare: (slot: number) => number): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(order[middle]!) < 0) low = middle + 1
    else high = middle
  }
  return low
}
