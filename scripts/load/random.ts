export function pick<T>(list: readonly T[]): T {
  return list[generateInteger(list.length)]!
}

/** Returns a random integer from 0 to `sides` - 1. */
export function generateInteger(sides: number): number {
  return Math.floor(Math.random() * sides)
}
