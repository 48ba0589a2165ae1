/** Null where a seller didn't say. */
export type SharedValue = string | number | null

/** A column whose values many cars share: for each slot the place of its value in the list of all that there are. */
export class CodedColumn {
  readonly values: SharedValue[] = []
  codes: Uint16Array
  readonly #codeOf = new Map<SharedValue, number>()

  constructor(slots: number) {
    this.codes = new Uint16Array(slots)
  }

  put(slot: number, value: SharedValue): void {
    let code = this.#codeOf.get(value)
    if (code === undefined) {
      code = this.values.push(value) - 1
      this.#codeOf.set(value, code)
    }
    this.codes[slot] = code
  }

  at(slot: number): SharedValue {
    return this.values[this.codes[slot]!]!
  }

  makeRoom(slots: number): void {
    const longer = new Uint16Array(slots)
    longer.set(this.codes)
    this.codes = longer
  }
}
