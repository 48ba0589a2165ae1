import { LRUCache } from 'lru-cache'
import type { CarColumns } from './car-columns.ts'
import type { SlotSet } from './slot-set.ts'

/** A condition on a car that is independent of all other conditions. */
export interface Condition {
  /** Identifies the condition. Conditions with the same key are met by the same cars. */
  key: string
  /** Finds all listed cars that meet the condition; the set may contain removed cars. */
  find(): SlotSet
  /** Reports whether the car in this slot meets the condition. For a removed car, the result may be true. */
  isMet(slot: number): boolean
}

/**
 * Caches the sets of cars that meet a condition, because finding them takes long. The sets are updated when
 * cars change.
 */
export interface KnownSets {
  find(condition: Condition): SlotSet
  /** Must be called with the slots whose cars have changed. */
  note(slots: readonly number[]): void
}

interface KnownValues {
  cars: SlotSet
  /** Number of changes that the set already reflects. */
  seen: number
}

const MAX_BYTES = 64 * 1024 * 1024
/** Maximum number of changes to check one by one. If there are more, finding all cars again is faster. */
const MAX_CHANGES = 200

export function createKnownSets(columns: CarColumns): KnownSets {
  const sets = new LRUCache<string, KnownValues>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ cars }, key) => cars.bits.byteLength + key.length * 2 + 500,
  })
  /** Ring buffer of the latest changed slots. */
  const changes: number[] = []
  let changed = 0

  function catchUp({ find, isMet }: Condition, known: KnownValues): void {
    if (changed - known.seen > MAX_CHANGES) known.cars = find()
    else {
      known.cars.makeRoom(columns.slotCapacity)
      for (let at = known.seen; at < changed; at++) {
        const slot = changes[at % MAX_CHANGES]!
        known.cars.put(slot, isMet(slot))
      }
    }
    known.seen = changed
  }

  return {
    find(condition) {
      let known = sets.get(condition.key)
      if (!known) {
        known = { cars: condition.find(), seen: changed }
        sets.set(condition.key, known)
      }
      catchUp(condition, known)
      return known.cars
    },
    note(slots) {
      for (const slot of slots) changes[changed++ % MAX_CHANGES] = slot
    },
  }
}
