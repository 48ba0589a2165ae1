/** A set of slots, one bit per slot. Sets that are combined must have the same capacity. */
export class SlotSet {
  bits: Int32Array

  constructor(slots = 0) {
    this.bits = new Int32Array(countSlotWords(slots))
  }

  static of(slots: Iterable<number>, slotCapacity: number): SlotSet {
    const set = new SlotSet(slotCapacity)
    for (const slot of slots) set.put(slot, true)
    return set
  }

  /** Returns the intersection of one or more sets. */
  static common([first, ...others]: readonly SlotSet[]): SlotSet {
    const set = new SlotSet()
    set.bits = first!.bits.slice()
    for (const { bits } of others)
      for (let index = 0; index < bits.length; index++) set.bits[index]! &= bits[index]!
    return set
  }

  /** Returns the union of one or more sets. A single set is returned itself and must not be changed. */
  static either([first, ...others]: readonly SlotSet[]): SlotSet {
    if (others.length === 0) return first!
    const set = new SlotSet()
    set.bits = first!.bits.slice()
    for (const { bits } of others)
      for (let index = 0; index < bits.length; index++) set.bits[index]! |= bits[index]!
    return set
  }

  has(slot: number): boolean {
    return ((this.bits[slot >>> 5]! >>> (slot & 31)) & 1) === 1
  }

  put(slot: number, isMember: boolean): void {
    const bit = 1 << (slot & 31)
    if (isMember) this.bits[slot >>> 5]! |= bit
    else this.bits[slot >>> 5]! &= ~bit
  }

  makeRoom(slots: number): void {
    if (countSlotWords(slots) <= this.bits.length) return
    const extended = new Int32Array(countSlotWords(slots))
    extended.set(this.bits)
    this.bits = extended
  }

  get count(): number {
    let count = 0
    for (let index = 0; index < this.bits.length; index++) count += countOnes(this.bits[index]!)
    return count
  }

  /** Returns the slots in ascending order. */
  slots(): Uint32Array<ArrayBuffer> {
    const slots = new Uint32Array(this.count)
    let count = 0
    for (let index = 0; index < this.bits.length; index++)
      for (let remaining = this.bits[index]!; remaining !== 0; remaining &= remaining - 1)
        slots[count++] = (index << 5) + findLowestBit(remaining)
    return slots
  }
}

/** Returns the index of the lowest set bit. */
const findLowestBit = (word: number): number => 31 - Math.clz32(word & -word)

const countSlotWords = (slots: number) => (slots + 31) >>> 5

/**
 * Counts the set bits. They are summed in groups of two, four, and eight; the multiplication adds up the
 * bytes.
 */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
