export function pick<T>(list: readonly T[]): T {
  return list[randomInteger(list.length)]!
}

/** Returns a random integer from 0 up to, but not including, `sides`. */
export function randomInteger(sides: number): number {
  return Math.floor(Math.random() * sides)
}
