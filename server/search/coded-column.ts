/** The value of a field, or null if the seller did not enter one. */
export type SharedValue = string | number | null

/** Number of values that fit in 16-bit codes. */
const NARROW = 2 ** 16

/**
 * A column whose values are shared by many cars. Each slot stores the index of its value in the list of
 * distinct values.
 */
export class CodedColumn {
  readonly values: SharedValue[] = []
  /**
   * The code of each slot. Codes have 16 bits, which are faster to count, unless the number of values
   * requires 32 bits.
   */
  codes: Uint16Array | Uint32Array
  readonly #codeOf = new Map<SharedValue, number>()

  constructor(slots: number) {
    this.codes = new Uint16Array(slots)
  }

  put(slot: number, value: SharedValue): void {
    let code = this.#codeOf.get(value)
    if (code === undefined) {
      code = this.values.push(value) - 1
      if (code === NARROW) this.codes = new Uint32Array(this.codes)
      this.#codeOf.set(value, code)
    }
    this.codes[slot] = code
  }

  at(slot: number): SharedValue {
    return this.values[this.codes[slot]!]!
  }

  makeRoom(slots: number): void {
    const extended = new (this.values.length > NARROW ? Uint32Array : Uint16Array)(slots)
    extended.set(this.codes)
    this.codes = extended
  }
}
