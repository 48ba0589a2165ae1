import { keptStates } from '../../contract/cars.ts'
import type { KeptCar } from './kept-rows.ts'
import { Texts } from './texts.ts'

/** A car, and by when it was listed its place among the newest. */
export type PlacedCar = readonly [postedAt: number, id: string]

/** What cars are in the order of. Those without a price stand at its end, or for the dearest at their beginning. */
const orderNames = ['listed', 'price', 'dearest', 'name', 'state'] as const
export type OrderName = (typeof orderNames)[number]

/** The state of a slot that is no car's. */
export const GONE = -1

/** The cars that are not deleted, in columns, a slot a car, and in orders that are kept once they were asked for. */
export class KeptCars {
  readonly ids: string[] = []
  readonly seller: number[] = []
  readonly state: number[] = []
  readonly postedAt: number[] = []
  readonly priceMinor: (number | null)[] = []
  readonly name: number[] = []
  readonly contact: number[] = []
  /** What it alone is known by, without capitals: its stock number, a line break, its VIN. Empty without either. */
  readonly codes: string[] = []

  readonly sellers = new Texts()
  readonly names = new Texts()
  readonly contacts = new Texts()

  /** How many there are in each state, in the order of `keptStates`. */
  readonly counts = keptStates.map(() => 0)

  readonly #slots = new Map<string, number>()
  readonly #free: number[] = []
  readonly #orders = new Map<OrderName, number[]>()

  /** Whether most of its names are of no car any more. */
  get isWorn(): boolean {
    return this.names.lower.length + this.contacts.lower.length > 2 * this.#slots.size + 10_000
  }

  put(car: KeptCar): void {
    this.remove(car.id)
    const slot = this.#free.pop() ?? this.ids.length
    this.#slots.set(car.id, slot)
    this.ids[slot] = car.id
    this.seller[slot] = this.sellers.placeOf(car.sellerId)
    this.state[slot] = keptStates.indexOf(car.state)
    this.postedAt[slot] = car.postedAt
    this.priceMinor[slot] = car.priceMinor
    this.name[slot] = this.names.placeOf(car.name)
    this.contact[slot] = this.contacts.placeOf(car.contact)
    this.codes[slot] = codesOf(car)
    this.counts[this.state[slot]]!++
    for (const [name, order] of this.#orders) order.splice(this.#placeIn(name, order, slot), 0, slot)
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    for (const [name, order] of this.#orders) order.splice(this.#placeIn(name, order, slot), 1)
    this.counts[this.state[slot]!]!--
    this.state[slot] = GONE
    this.#slots.delete(id)
    this.#free.push(slot)
  }

  /** The slots of all cars; those with the same key in the order in which they were listed. */
  inOrder(name: OrderName): readonly number[] {
    const known = this.#orders.get(name)
    if (known) return known
    const order =
      name === 'listed'
        ? [...this.#slots.values()].sort(this.#comparing(name))
        : sortByKey(this.inOrder('listed'), this.#keyOf(name))
    this.#orders.set(name, order)
    return order
  }

  /** Makes one order that is not there yet. @returns false where all are */
  sortSome(): boolean {
    const missing = orderNames.find((name) => !this.#orders.has(name))
    if (missing === undefined) return false
    this.inOrder(missing)
    return true
  }

  /** How many cars were listed before that moment, or in it with an id below. */
  countBefore([postedAt, id]: PlacedCar): number {
    return firstPlace(
      this.inOrder('listed'),
      (slot) => this.postedAt[slot]! - postedAt || (this.ids[slot]! < id ? -1 : 1),
    )
  }

  placed(slot: number): PlacedCar {
    return [this.postedAt[slot]!, this.ids[slot]!]
  }

  /** Cheaper than to keep them up where many cars are to change. */
  forgetOrders(): void {
    this.#orders.clear()
  }

  #placeIn(name: OrderName, order: readonly number[], slot: number): number {
    const compare = this.#comparing(name)
    return firstPlace(order, (other) => compare(other, slot))
  }

  #comparing(name: OrderName): (slot: number, other: number) => number {
    const { ids, postedAt, names, name: nameOf } = this
    const keyOf = this.#keys[name]
    return (a, b) =>
      (name === 'name' ? names.compare(nameOf[a]!, nameOf[b]!) : keyOf(a) - keyOf(b)) ||
      postedAt[a]! - postedAt[b]! ||
      (ids[a]! < ids[b]! ? -1 : Number(ids[a]! > ids[b]!))
  }

  /** A number for each car, by which its order is known; the names' hold as long as no name is added. */
  #keyOf(name: OrderName): (slot: number) => number {
    if (name !== 'name') return this.#keys[name]
    const ranks = this.names.ranks()
    return (slot) => ranks[this.name[slot]!]!
  }

  readonly #keys = {
    listed: (slot: number) => this.postedAt[slot]!,
    price: (slot: number) => this.priceMinor[slot] ?? Number.MAX_SAFE_INTEGER,
    dearest: (slot: number) => this.priceMinor[slot] ?? -1,
    name: (slot: number) => this.name[slot]!,
    state: (slot: number) => this.state[slot]!,
  }
}

function codesOf({ stockNo, vin }: KeptCar): string {
  return stockNo || vin ? `${stockNo}\n${vin}`.toLowerCase() : ''
}

/** In a few passes, where comparing one with another would take seconds for a million. What is equal keeps its order. */
function sortByKey(slots: readonly number[], keyOf: (slot: number) => number): number[] {
  const keys = Float64Array.from(slots, keyOf)
  const distinct = Float64Array.from(new Set(keys)).sort()
  const begins = new Map<number, number>()
  for (const key of distinct) begins.set(key, 0)
  for (const key of keys) begins.set(key, begins.get(key)! + 1)
  let place = 0
  for (const key of distinct) {
    const count = begins.get(key)!
    begins.set(key, place)
    place += count
  }
  const sorted = Array.from<number>({ length: slots.length }).fill(0)
  for (let at = 0; at < slots.length; at++) {
    const to = begins.get(keys[at]!)!
    begins.set(keys[at]!, to + 1)
    sorted[to] = slots[at]!
  }
  return sorted
}

/** The first place whose slot does not come before, by a search in halves. */
function firstPlace(order: readonly number[], compare: (slot: number) => number): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(order[middle]!) < 0) low = middle + 1
    else high = middle
  }
  return low
}
