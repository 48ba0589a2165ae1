export function sortNumbers(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b)
}

export function median(values: readonly number[]): number {
  return quantile(sortNumbers(values), 0.5)
}

/**
 * Returns a quantile, or 0 for an empty list.
 * @param ordered the values in ascending order
 */
export function quantile(ordered: readonly number[], part: number): number {
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * part))] ?? 0
}
