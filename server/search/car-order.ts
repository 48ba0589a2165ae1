import { SlotSet } from './slot-set.ts'

/**
 * The slots of listed cars, sorted by one column. Cars with equal values are sorted by number, which is also
 * the order of the slots. Unknown values count as the smallest, so they come first.
 */
export class CarOrder {
  length = 0
  slots = new Uint32Array(1024)
  readonly #keys: () => Float64Array

  /**
   * Creates an empty order by the keys in a column.
   * @param keys returns the current column, indexed by slot
   */
  constructor(keys: () => Float64Array) {
    this.#keys = keys
  }

  fill(all: SlotSet): void {
    const keys = this.#keys()
    this.slots = all.slots().sort((a, b) => keys[a]! - keys[b]! || a - b)
    this.length = this.slots.length
  }

  /** Adds slots. Their new values must already be in the column. */
  add(added: readonly number[]): void {
    const keys = this.#keys()
    const inOrder = added.toSorted((a, b) => keys[a]! - keys[b]! || a - b)
    this.#makeRoom(this.length + added.length)
    let end = this.length
    for (let remaining = inOrder.length; remaining > 0; remaining--) {
      const slot = inOrder[remaining - 1]!
      const index = this.indexOf(keys[slot]!, slot)
      this.slots.copyWithin(index + remaining, index, end)
      this.slots[index + remaining - 1] = slot
      end = index
    }
    this.length += added.length
  }

  /** Removes slots. The column must still contain the values that they were added with. */
  remove(removed: readonly number[]): void {
    const keys = this.#keys()
    const indexes = removed.map((slot) => this.indexOf(keys[slot]!, slot)).toSorted((a, b) => a - b)
    for (const [gap, index] of indexes.entries()) {
      const next = indexes[gap + 1] ?? this.length
      this.slots.copyWithin(index - gap, index + 1, next)
    }
    this.length -= indexes.length
  }

  /** Returns the number of slots that come before the given value and slot. */
  indexOf(key: number, slot: number): number {
    const keys = this.#keys()
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const middleSlot = this.slots[middle]!
      if (keys[middleSlot]! < key || (key === keys[middleSlot] && middleSlot < slot)) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Returns the slots with known values from `min` to `max`.
   * @param all all slots in this sort order
   */
  within(min: number, max: number, all: SlotSet): SlotSet {
    const from = this.indexOf(min, 0)
    const to = this.indexOf(max, Infinity)
    const isFew = (to - from) * 2 < this.length
    const set = isFew ? new SlotSet(all.bits.length * 32) : SlotSet.common([all])
    if (isFew) this.#put(set, from, to, true)
    else {
      this.#put(set, 0, from, false)
      this.#put(set, to, this.length, false)
    }
    return set
  }

  #put(set: SlotSet, from: number, to: number, isMember: boolean): void {
    for (let index = from; index < to; index++) set.put(this.slots[index]!, isMember)
  }

  #makeRoom(length: number): void {
    if (length <= this.slots.length) return
    const extended = new Uint32Array(length * 2)
    extended.set(this.slots)
    this.slots = extended
  }
}
