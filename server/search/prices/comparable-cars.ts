import { weigh, type PricedFacts, type PriceFacts } from './estimate-price.ts'

/** The facts that decide which cars are comparable. A fact is null if it is unknown. */
export interface ComparedFacts extends PriceFacts {
  /** The ID of the car, which is never comparable with itself. */
  id: string
  make: string | null
  model: string | null
  fuel: string | null
  transmission: string | null
  /** The engine size in cubic centimeters. */
  engineCc: number | null
}

/** A car on the market, or one that was sold at its price. */
export interface PricedCar extends ComparedFacts, PricedFacts {
  /** The time of the sale in milliseconds since 1970, or null for a car on the market. */
  soldAt: number | null
}

/** The period of counting a sold car's price: 180 days, in milliseconds. */
export const SOLD_MS = 180 * 24 * 3600_000

const MAX_YEARS = 2
const MAX_DIFFERENCE_CC = 100

/**
 * Number of comparable cars that an estimate uses, closest first. On 99,187 public listings, more cars took
 * more time and made no estimate better.
 */
const MAX_COMPARED_CARS = 100

export interface Comparables {
  /** Number of all comparable cars. */
  n: number
  /** At most the 100 closest ones. */
  closest: PricedCar[]
}

/**
 * The priced cars, grouped by what comparable cars have in common, so that a search visits only cars of the same
 * make, model, fuel, and transmission, and of similar years.
 */
export class ComparableCars {
  readonly #groups = new Map<string, Set<PricedCar>>()

  add(car: PricedCar): void {
    const key = buildGroupKey(car, car.year)
    const group = this.#groups.get(key)
    if (group) group.add(car)
    else this.#groups.set(key, new Set([car]))
  }

  remove(car: PricedCar): void {
    const key = buildGroupKey(car, car.year)
    const group = this.#groups.get(key)
    group?.delete(car)
    if (group?.size === 0) this.#groups.delete(key)
  }

  find(car: ComparedFacts): Comparables {
    const comparables = this.groupsNear(car)
      .flatMap((group) => [...this.carsIn(group)])
      .filter((other) => other.id !== car.id && isComparable(car, other))
    return { n: comparables.length, closest: pickClosest(car, comparables) }
  }

  /** Returns the groups whose cars may be comparable with this car, including its own. */
  groupsNear(car: ComparedFacts): string[] {
    return similarYears(car.year).map((year) => buildGroupKey(car, year))
  }

  groups(): Iterable<string> {
    return this.#groups.keys()
  }

  carsIn(group: string): Iterable<PricedCar> {
    return this.#groups.get(group) ?? []
  }
}

/** Values that are missing on both cars count as equal. */
function isComparable(car: ComparedFacts, other: ComparedFacts): boolean {
  if ((car.miles === null) !== (other.miles === null)) return false
  if (car.engineCc === null || other.engineCc === null) return car.engineCc === other.engineCc
  return Math.abs(car.engineCc - other.engineCc) <= MAX_DIFFERENCE_CC
}

function similarYears(year: number | null): (number | null)[] {
  if (year === null) return [null]
  return Array.from({ length: 2 * MAX_YEARS + 1 }, (_, index) => year - MAX_YEARS + index)
}

function buildGroupKey({ make, model, fuel, transmission }: ComparedFacts, year: number | null): string {
  return JSON.stringify([make, model, fuel, transmission, year])
}

function pickClosest(car: ComparedFacts, comparables: readonly PricedCar[]): PricedCar[] {
  const closeness = Float64Array.from(comparables, (other) => measureCloseness(car, other))
  const limit = closeness.length > MAX_COMPARED_CARS ? closeness.toSorted().at(-MAX_COMPARED_CARS)! : 0
  return comparables
    .map((other, index) => ({ other, weight: closeness[index]! }))
    .filter(({ weight }) => weight >= limit)
    .sort((a, b) => b.weight - a.weight || (a.other.id < b.other.id ? -1 : 1))
    .slice(0, MAX_COMPARED_CARS)
    .map(({ other }) => other)
}

function measureCloseness(car: PriceFacts, other: PriceFacts): number {
  return weigh((other.year ?? 0) - (car.year ?? 0), (other.miles ?? 0) - (car.miles ?? 0))
}
