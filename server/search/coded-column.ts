/** Null where a seller didn't say. */
export type SharedValue = string | number | null

/** So many values have a code of 16 bits. */
const NARROW = 2 ** 16

/** A column whose values many cars share: for each slot the place of its value in the list of all that there are. */
export class CodedColumn {
  readonly values: SharedValue[] = []
  /** Wide only where there are so many values: the narrow ones are counted faster. */
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
    const longer = new (this.values.length > NARROW ? Uint32Array : Uint16Array)(slots)
    longer.set(this.codes)
    this.codes = longer
  }
}
