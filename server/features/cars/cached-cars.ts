import { LRUCache } from 'lru-cache'
import type { Config } from '../../config/config.ts'
import type { Dependency } from '../../db/change-log.ts'
import type { Audience } from '../../actor.ts'
import type { Car } from './car.ts'
import { toWireCar } from './car.wire.ts'

type WireCar = ReturnType<typeof toWireCar>

/** A cache of listed cars in their API form, for lists that are built per request. */
export interface CachedCars {
  /**
   * Returns the cars with these numbers in the given order, without those that are no longer listed.
   * @param readCars reads the cars that are not cached
   */
  read(
    numbers: readonly number[],
    audience: Audience,
    readCars: (numbers: readonly number[]) => Promise<ReadonlyMap<number, Car>>,
  ): Promise<WireCar[]>
  /** Invalidates cars. Called after every commit with its dependencies; null invalidates all cars. */
  drop(dependencies: readonly Dependency[] | null): void
  /** Disables caching while it is unknown which cars are being written. */
  suspend(isSuspended: boolean): void
}

interface CachedCar {
  id: string
  wire: WireCar
  bytes: number
}

const MAX_BYTES = 48 * 1024 * 1024
/** Estimated memory of a cached car: `TIMES_JSON` times the length of its JSON, plus `BYTES_BESIDE`. */
const TIMES_JSON = 3
const BYTES_BESIDE = 600

/**
 * Creates the cache. A car is not cached if a commit changes it while it is being read, because the data may
 * predate the commit.
 */
export function createCachedCars(config: Config, maxBytes = MAX_BYTES): CachedCars {
  const numberOf = new Map<string, number>()
  const shelves = { member: createShelf(), stranger: createShelf() }
  let isSuspended = false
  const readings = new Set<{ written: Set<string> | null }>()

  function createShelf(): LRUCache<number, CachedCar> {
    return new LRUCache({
      maxSize: maxBytes / 2,
      sizeCalculation: ({ bytes }) => bytes,
      disposeAfter: ({ id }, number) => {
        if (!shelves.member.has(number) && !shelves.stranger.has(number)) numberOf.delete(id)
      },
    })
  }

  function addToCache(number: number, audience: Audience, { id }: Car, wire: WireCar): void {
    if (isSuspended) return
    const bytes = JSON.stringify(wire).length * TIMES_JSON + BYTES_BESIDE
    shelves[audience].set(number, { id, wire, bytes })
    if (shelves[audience].has(number)) numberOf.set(id, number)
  }

  return {
    async read(numbers, audience, readCars) {
      const wireCars = new Map(numbers.map((number) => [number, shelves[audience].get(number)?.wire]))
      const missingNumbers = numbers.filter((number) => !wireCars.get(number))
      const reading = { written: new Set<string>() as Set<string> | null }
      readings.add(reading)
      try {
        const cars = missingNumbers.length > 0 ? await readCars(missingNumbers) : []
        for (const [number, car] of cars) {
          const wire = toWireCar(car, audience, config)
          wireCars.set(number, wire)
          if (reading.written && !reading.written.has(car.id)) addToCache(number, audience, car, wire)
        }
      } finally {
        readings.delete(reading)
      }
      return numbers.flatMap((number) => wireCars.get(number) ?? [])
    },
    suspend(shouldSuspend) {
      isSuspended = shouldSuspend
    },
    drop(dependencies) {
      const ids = dependencies && listDependentCars(dependencies)
      for (const reading of readings)
        if (ids === null) reading.written = null
        else for (const id of ids) reading.written?.add(id)
      for (const shelf of Object.values(shelves))
        if (ids === null) shelf.clear()
        else for (const id of ids) shelf.delete(numberOf.get(id) ?? 0)
    },
  }
}

function listDependentCars(dependencies: readonly Dependency[]): string[] {
  return dependencies
    .filter((dependency) => dependency.startsWith('car '))
    .map((dependency) => dependency.slice('car '.length))
}
