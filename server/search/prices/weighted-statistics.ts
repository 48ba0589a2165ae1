export type Vector3 = [number, number, number]

/** Solves three linear equations by Cramer's rule. The matrix must be invertible. */
export function solveThree(matrix: readonly [Vector3, Vector3, Vector3], values: Vector3): Vector3 {
  const [a, b, c] = matrix
  const replaced = (column: number) =>
    determinant(
      ...([a, b, c].map((row, index) => row.with(column, values[index]!)) as [Vector3, Vector3, Vector3]),
    )
  const whole = determinant(a, b, c)
  return [replaced(0) / whole, replaced(1) / whole, replaced(2) / whole]
}

function determinant(a: Vector3, b: Vector3, c: Vector3): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  )
}

/** Returns the smallest value at which the values up to it have at least `share` of the total weight. */
export function computeWeightedQuantile(
  values: readonly number[],
  weights: readonly number[],
  share: number,
): number {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!)
  const target = share * weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  for (const index of order) {
    sum += weights[index]!
    if (sum >= target) return values[index]!
  }
  return values[order.at(-1)!]!
}

export function computeWeightedMean(values: readonly number[], weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return values.reduce((total, value, index) => total + value * weights[index]!, 0) / sum
}

/** Returns the number of equally weighted values that carry as much information (Kish 1965). */
export function computeEffectiveNumber(weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return (sum * sum) / weights.reduce((total, weight) => total + weight * weight, 0)
}
