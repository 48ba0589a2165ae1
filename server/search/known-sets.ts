import { LRUCache } from 'lru-cache'
import type { CarColumns } from './car-columns.ts'
import type { SlotSet } from './slot-set.ts'

/** A condition that a car meets or not, whatever else is asked. */
export interface Condition {
  /** Two with the same key are met by the same cars. */
  key: string
  /** All listed cars that meet it, and perhaps some that are gone. */
  find(): SlotSet
  /** Whether the car at this slot meets it; one that is gone may. */
  isMet(slot: number): boolean
}

/** Remembers which cars meet a condition, since finding them all takes long, and keeps that up as cars change. */
export interface KnownSets {
  find(condition: Condition): SlotSet
  /** To be called with the slots whose cars have changed. */
  note(slots: readonly number[]): void
}

interface KnownValues {
  cars: SlotSet
  /** How many of the changes it has in it. */
  seen: number
}

const MAX_BYTES = 64 * 1024 * 1024
/** Looking at each changed car takes longer than looking for all from here on. */
const MAX_CHANGES = 200

export function createKnownSets(columns: CarColumns): KnownSets {
  const sets = new LRUCache<string, KnownValues>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ cars }, key) => cars.bits.byteLength + key.length * 2 + 500,
  })
  /** The last of them, by their count. */
  const changes: number[] = []
  let changed = 0

  function catchUp({ find, isMet }: Condition, known: KnownValues): void {
    if (changed - known.seen > MAX_CHANGES) known.cars = find()
    else {
      known.cars.makeRoom(columns.room)
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
