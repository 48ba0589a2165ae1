export function pick<T>(list: readonly T[]): T {
  return list[randomInteger(list.length)]!
}

/** A whole number from 0 to below `sides`. */
export function randomInteger(sides: number): number {
  return Math.floor(Math.random() * sides)
}
