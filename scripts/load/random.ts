export function pick<T>(list: readonly T[]): T {
  return list[dice(list.length)]!
}

/** A whole number from 0 to below `sides`. */
export function dice(sides: number): number {
  return Math.floor(Math.random() * sides)
}
