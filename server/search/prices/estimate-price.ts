import {
  computeEffectiveNumber,
  solveThree,
  computeWeightedMean,
  computeWeightedQuantile,
  type Vector3,
} from './weighted-statistics.ts'

/** The facts of a car that its price depends on, besides those that all comparable cars share. */
export interface PriceFacts {
  year: number | null
  /** The mileage in miles. */
  miles: number | null
}

export interface PricedFacts extends PriceFacts {
  /** The asking or sold price in cents. */
  priceMinor: number
}

/** The estimated price of a car, in cents. */
export interface PriceEstimate {
  /** The range that contains 80% of the prices of such cars. */
  low: number
  mid: number
  high: number
  /** The amounts that add up to `mid`. */
  parts: PriceParts
}

export interface PriceParts {
  /** The expected price of an average comparable car. */
  average: number
  /** The amounts that the differences in years and in miles from that average car add. */
  year: number
  mileage: number
  /** The differences from the average comparable car. They are positive if this car is newer or has more miles. */
  yearsNewer: number
  milesMore: number
}

/** The differences that halve the weight of a comparable car. */
const HALF_WEIGHT_YEARS = 1.5
const HALF_WEIGHT_MILES = 20_000

/** Mileage enters the regression in this unit, so that its numbers are of the same size as those of years. */
const MILEAGE_UNIT = 10_000
/**
 * The expected effects of a newer model year and of 10,000 more miles on the logarithm of the price. The
 * expectation counts as much as two cars. Without it, a few cars of nearly the same year could yield any slope.
 */
const EXPECTED_SLOPES = [0.09, -0.05] as const
const EXPECTATION_WEIGHT = 2

/**
 * Rounds of reweighting, and Tukey's constant: residuals beyond this many standard deviations have no weight.
 * With normally distributed residuals, 4.685 keeps 95% of the efficiency of least squares.
 */
const ROUNDS = 4
const BISQUARE_LIMIT = 4.685
/** The ratio of the standard deviation to the median absolute deviation of a normal distribution. */
const MEDIAN_DEVIATION_FACTOR = 1.4826
/** The least deviation of the logarithm of the price, which avoids a division by zero if all prices agree. */
const LEAST_DEVIATION = 1e-4

/**
 * The factor that widens the range, divided by the effective number of comparable cars. Residuals are too
 * small because the curve was fitted to the same cars. With this value, the ranges contain 80% of the prices of
 * real listings (`npm run price:check`).
 */
const WIDENING = 3
/** The least distance of the ends of the range from its middle. Smaller differences mean nothing to buyers. */
const LEAST_WIDTH = 0.01

/**
 * Estimates a price by locally weighted robust regression: the logarithm of the price is a linear function of
 * year and mileage, closer cars count more, and outliers count less in each round (Cleveland 1979, "Robust
 * locally weighted regression and smoothing scatterplots").
 * @param comparables at least one car, without the car itself
 */
export function estimatePrice(car: PriceFacts, comparables: readonly PricedFacts[]): PriceEstimate {
  const years = comparables.map(({ year }) => (year ?? 0) - (car.year ?? 0))
  const mileages = comparables.map(({ miles }) => ((miles ?? 0) - (car.miles ?? 0)) / MILEAGE_UNIT)
  const logs = comparables.map(({ priceMinor }) => Math.log(priceMinor))
  const closeness = comparables.map((_, index) => weigh(years[index]!, mileages[index]! * MILEAGE_UNIT))
  const { slopes, residuals, weights } = fitCurve({ years, mileages, logs, closeness })

  const widening = 1 + WIDENING / computeEffectiveNumber(closeness)
  const priceAt = (log: number) => Math.round(Math.exp(log))
  const mid = priceAt(slopes[0])
  const averageYear = computeWeightedMean(years, weights)
  const averageMileage = computeWeightedMean(mileages, weights)
  const average = priceAt(slopes[0] + slopes[1] * averageYear + slopes[2] * averageMileage)
  const sameYear = priceAt(slopes[0] + slopes[2] * averageMileage)
  return {
    low: Math.min(
      priceAt(slopes[0] - LEAST_WIDTH),
      priceAt(slopes[0] + computeWeightedQuantile(residuals, closeness, 0.1) * widening),
    ),
    mid,
    high: Math.max(
      priceAt(slopes[0] + LEAST_WIDTH),
      priceAt(slopes[0] + computeWeightedQuantile(residuals, closeness, 0.9) * widening),
    ),
    parts: {
      average,
      year: sameYear - average,
      mileage: mid - sameYear,
      yearsNewer: -averageYear,
      milesMore: -averageMileage * MILEAGE_UNIT,
    },
  }
}

/** Returns the weight of a comparable car, from 0 to 1, by its differences in years and miles. */
export function weigh(years: number, miles: number): number {
  return 1 / (1 + (years / HALF_WEIGHT_YEARS) ** 2 + (miles / HALF_WEIGHT_MILES) ** 2)
}

interface Sample {
  years: readonly number[]
  mileages: readonly number[]
  logs: readonly number[]
  closeness: readonly number[]
}

function fitCurve({ years, mileages, logs, closeness }: Sample) {
  let weights = closeness
  let slopes: Vector3 = [0, 0, 0]
  let residuals: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    slopes = solveWeighted({ years, mileages, logs, closeness: weights })
    residuals = logs.map(
      (log, index) => log - slopes[0] - slopes[1] * years[index]! - slopes[2] * mileages[index]!,
    )
    const deviation =
      computeWeightedQuantile(residuals.map(Math.abs), closeness, 0.5) * MEDIAN_DEVIATION_FACTOR +
      LEAST_DEVIATION
    weights = residuals.map(
      (residual, index) => closeness[index]! * bisquare(residual / (BISQUARE_LIMIT * deviation)),
    )
  }
  return { slopes, residuals, weights }
}

/** Solves the weighted least squares of the sample together with the expected slopes. */
function solveWeighted({ years, mileages, logs, closeness }: Sample): Vector3 {
  // The sums of the products of 1, x (years), y (mileages), and z (the logarithm of the price).
  let [one, x, y, z] = [0, 0, 0, 0]
  let [xx, xy, yy] = [EXPECTATION_WEIGHT, 0, EXPECTATION_WEIGHT]
  let [xz, yz] = EXPECTED_SLOPES.map((slope) => EXPECTATION_WEIGHT * slope) as [number, number]
  for (let index = 0; index < logs.length; index++) {
    const [weight, year, mileage, log] = [closeness[index]!, years[index]!, mileages[index]!, logs[index]!]
    one += weight
    x += weight * year
    y += weight * mileage
    z += weight * log
    xx += weight * year * year
    xy += weight * year * mileage
    yy += weight * mileage * mileage
    xz += weight * year * log
    yz += weight * mileage * log
  }
  const products: [Vector3, Vector3, Vector3] = [
    [one, x, y],
    [x, xx, xy],
    [y, xy, yy],
  ]
  return solveThree(products, [z, xz, yz])
}

function bisquare(distance: number): number {
  return Math.abs(distance) >= 1 ? 0 : (1 - distance * distance) ** 2
}
