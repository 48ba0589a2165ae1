import { labelPrice, MIN_SIMILAR_CARS, type PriceLabel } from '../../../contract/cars/price-labels.ts'
import type { RowBatchReader } from '../../db/engines/row-batch-reader.ts'
import { ComparableCars, SOLD_MS, type ComparedFacts } from './comparable-cars.ts'
import { estimatePrice, type PriceEstimate } from './estimate-price.ts'
import { createPricedRows, type LabeledCar } from './priced-rows.ts'

/** A query about the price of a car. */
export interface PriceQuery {
  car: ComparedFacts
  /** The current time in milliseconds since 1970. */
  now: number
}

export interface PriceAnswer {
  /** Number of similar cars. */
  n: number
  /** Null if there are too few similar cars. */
  estimate: PriceEstimate | null
  /** The closest similar cars. The sale time is in milliseconds since 1970. */
  closest: { id: string; soldAt: number | null }[]
}

/** A request to compute the labels of the cars that wait for it. */
export interface RelabelRequest {
  /** The current time in milliseconds since 1970. */
  now: number
  /** True to compute all labels again, because the last ones may not have been stored. */
  isFresh: boolean
}

/** Cars whose stored label differs from the computed one. */
export interface Relabeled {
  labels: { id: string; label: PriceLabel }[]
  /** True if more cars are waiting to be labeled. */
  hasMore: boolean
}

/**
 * An index of the priced cars, which compares the price of a car with those of similar cars. Each response
 * reflects everything committed before its request.
 */
export interface PriceIndex {
  /**
   * Reads some of the cars per call, so that the first queries need not wait.
   * @returns true if more remains to be read
   */
  readSome(now: number): boolean
  price(query: PriceQuery): PriceAnswer
  /** Computes labels for a few milliseconds. */
  relabel(request: RelabelRequest): Relabeled
}

const ROWS_PER_TURN = 2000
/** Number of similar cars in a response. */
const MAX_NAMED = 5
/** The duration of one call in milliseconds. Searches wait for it. */
const RELABEL_MS = 8
const MAX_LABELS = 500

export function createPriceIndex(getReader: () => RowBatchReader): PriceIndex {
  const rows = createPricedRows(getReader)
  let snapshot: Snapshot | null = null
  let reading: Generator<void, void> | null = null

  function getCurrent(now: number): PricedCars {
    const changes = snapshot && rows.changes.since(snapshot.change)
    if (!snapshot || !changes) while (readMore(now));
    else {
      if (changes.keys.size > 0) snapshot.cars.replace(changes.keys, [...rows.some(changes.keys)], now)
      snapshot.change = changes.last
    }
    snapshot!.cars.removeOldSales(now)
    return snapshot!.cars
  }

  /**
   * Reads more cars. After a failure, the next call starts over.
   * @returns true if more remains to be read
   */
  function readMore(now: number): boolean {
    const currentRead = (reading ??= read(now))
    reading = null
    const { done } = currentRead.next()
    if (!done) reading = currentRead
    return !done
  }

  /** Reads all cars. They replace the previous ones only when complete, so a failed read has no effect. */
  function* read(now: number): Generator<void, void> {
    const change = rows.changes.last()
    const cars = new PricedCars()
    let count = 0
    for (const car of rows.all()) {
      cars.add(car, now)
      if (++count % ROWS_PER_TURN === 0) yield
    }
    snapshot = { change, cars }
  }

  return {
    readSome: (now) => snapshot === null && readMore(now),
    price: ({ car, now }) => getCurrent(now).price(car),
    relabel({ now, isFresh }) {
      // After reading, all cars are labeled. Searches run between the steps.
      if (snapshot === null && readMore(now)) return { labels: [], hasMore: true }
      const cars = getCurrent(now)
      if (isFresh) cars.labelAll()
      return cars.relabel()
    },
  }
}

/** The cars as of a given change in the change log. */
interface Snapshot {
  change: number
  cars: PricedCars
}

class PricedCars {
  readonly #comparables = new ComparableCars()
  readonly #cars = new Map<string, LabeledCar>()
  readonly #sold = new Set<LabeledCar>()
  /** The groups whose cars have to be labeled, those that have waited longest first. */
  readonly #waitingGroups = new Set<string>()
  /** The IDs of the other cars to be labeled: the cars of the group that was begun last. */
  #waitingCars: string[] = []
  /** The time in milliseconds since 1970 when the oldest sale stops counting. */
  #nextExpiry = Infinity

  /** Adds a car, unless it was sold too long ago. */
  add(car: LabeledCar, now: number): void {
    if (car.soldAt !== null) {
      if (car.soldAt + SOLD_MS <= now) return
      this.#sold.add(car)
      this.#nextExpiry = Math.min(this.#nextExpiry, car.soldAt + SOLD_MS)
    }
    this.#cars.set(car.id, car)
    this.#comparables.add(car)
    this.#labelSimilarCars(car)
  }

  /** Replaces the cars with these IDs. IDs without a car in `cars` are removed. */
  replace(ids: ReadonlySet<string>, cars: readonly LabeledCar[], now: number): void {
    const changed = new Map(cars.map((car) => [car.id, car]))
    for (const id of ids) {
      const [before, after] = [this.#cars.get(id), changed.get(id)]
      if (before && after && isSamePrice(before, after)) before.label = after.label
      else {
        if (before) this.#remove(before)
        if (after) this.add(after, now)
      }
    }
  }

  removeOldSales(now: number): void {
    if (now < this.#nextExpiry) return
    this.#nextExpiry = Infinity
    for (const car of this.#sold)
      if (car.soldAt! + SOLD_MS <= now) this.#remove(car)
      else this.#nextExpiry = Math.min(this.#nextExpiry, car.soldAt! + SOLD_MS)
  }

  price(car: ComparedFacts): PriceAnswer {
    const { n, closest } = this.#comparables.find(car)
    return {
      n,
      estimate: n < MIN_SIMILAR_CARS ? null : estimatePrice(car, closest),
      closest: closest.slice(0, MAX_NAMED).map(({ id, soldAt }) => ({ id, soldAt })),
    }
  }

  labelAll(): void {
    for (const group of this.#comparables.groups()) this.#waitingGroups.add(group)
  }

  relabel(): Relabeled {
    const end = performance.now() + RELABEL_MS
    const labels: Relabeled['labels'] = []
    while (performance.now() < end && labels.length < MAX_LABELS) {
      const id = this.#nextWaiting()
      if (id === undefined) return { labels, hasMore: false }
      const car = this.#cars.get(id)
      if (!car || car.soldAt !== null) continue
      const label = labelPrice(car.priceMinor, this.price(car).estimate)
      if (label !== car.label) labels.push({ id, label })
    }
    return { labels, hasMore: true }
  }

  /** Takes the next car to be labeled, or undefined if no car is waiting. */
  #nextWaiting(): string | undefined {
    for (const group of this.#waitingGroups) {
      if (this.#waitingCars.length > 0) break
      this.#waitingGroups.delete(group)
      this.#waitingCars = Array.from(this.#comparables.carsIn(group), ({ id }) => id)
    }
    return this.#waitingCars.pop()
  }

  #remove(car: LabeledCar): void {
    this.#cars.delete(car.id)
    this.#sold.delete(car)
    this.#comparables.remove(car)
    this.#labelSimilarCars(car)
  }

  #labelSimilarCars(car: LabeledCar): void {
    for (const group of this.#comparables.groupsNear(car)) this.#waitingGroups.add(group)
  }
}

function isSamePrice(before: LabeledCar, after: LabeledCar): boolean {
  return (Object.keys(before) as (keyof LabeledCar)[]).every(
    (name) => name === 'label' || before[name] === after[name],
  )
}
