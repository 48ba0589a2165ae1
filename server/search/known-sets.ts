import { LRUCache } from 'lru-cache'
import type { CarColumns } from './car-columns.ts'
import type { SlotSet } from './slot-set.ts'

/** A condition on a car that is independent of all other conditions. */
export interface Condition {
  /** Identifies the condition. Conditions with the same key are met by the same cars. */
  key: string
  /** Finds all listed cars that meet the condition. The set may include removed cars. */
  find(): SlotSet
  /** Reports whether the car in this slot meets the condition. For a removed car, the result may be true. */
  isMet(slot: number): boolean
}

/**
 * Caches the sets of cars that meet a condition, which are slow to find. The sets are updated when cars
 * change.
 */
export interface KnownSets {
  find(condition: Condition): SlotSet
  /** Must be called with the slots whose cars have changed. */
  noteChanges(slots: readonly number[]): void
}

interface CachedSet {
  cars: SlotSet
  /** Number of changes that the set already reflects. */
  changesSeen: number
}

const MAX_BYTES = 64 * 1024 * 1024
/** Maximum number of changes to check one by one. If there are more, finding all cars again is faster. */
const MAX_CHANGES = 200

export function createKnownSets(columns: CarColumns): KnownSets {
  const sets = new LRUCache<string, CachedSet>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ cars }, key) => cars.bits.byteLength + key.length * 2 + 500,
  })
  /** Ring buffer of the latest changed slots. */
  const changes: number[] = []
  let changeCount = 0

  function catchUp({ find, isMet }: Condition, cached: CachedSet): void {
    if (changeCount - cached.changesSeen > MAX_CHANGES) cached.cars = find()
    else {
      cached.cars.makeRoom(columns.slotCapacity)
      for (let index = cached.changesSeen; index < changeCount; index++) {
        const slot = changes[index % MAX_CHANGES]!
        cached.cars.put(slot, isMet(slot))
      }
    }
    cached.changesSeen = changeCount
  }

  return {
    find(condition) {
      let cached = sets.get(condition.key)
      if (!cached) {
        cached = { cars: condition.find(), changesSeen: changeCount }
        sets.set(condition.key, cached)
      }
      catchUp(condition, cached)
      return cached.cars
    },
    noteChanges(slots) {
      for (const slot of slots) changes[changeCount++ % MAX_CHANGES] = slot
    },
  }
}
