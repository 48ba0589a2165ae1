import * as z from 'zod'
import { isoTime } from '../api/fields.ts'
import { numberFacts } from './car-numbers.ts'
import { priceLabels } from './price-labels.ts'

const cents = z.number().int()

/** A similar car: one on the market with its asking price, or one sold through the marketplace. */
const similarCar = z.object({
  _id: z.string(),
  /** Year, make, and model. */
  name: z.string(),
  mileage: z.number().int().nullable(),
  mileageUnit: z.enum(numberFacts.mileage.units).nullable(),
  priceMinor: cents,
  /** The time of the sale, or null for a car on the market. */
  soldAt: isoTime.nullable(),
})

/** The price of a car compared with the prices of similar cars. All amounts are in cents. */
export const carPrice = z.object({
  /** Null if the car has no price. */
  label: z.enum(priceLabels).nullable(),
  /** Number of similar cars. */
  n: z.number().int(),
  /** The range that contains 80% of similar prices, and the expected price. Null if there are too few cars. */
  low: cents.nullable(),
  mid: cents.nullable(),
  high: cents.nullable(),
  /** The five closest similar cars, the closest first. */
  comparables: z.array(similarCar),
  /**
   * The amounts that add up to `mid`: the expected price of the average similar car, and what the differences
   * in model year and in mileage change. `difference` is in years (newer) or in miles (more). Empty if there
   * are too few cars.
   */
  parts: z.array(
    z.object({
      part: z.enum(['average', 'year', 'mileage']),
      minor: cents,
      difference: z.number().nullable(),
    }),
  ),
  computedAt: isoTime,
})
export type CarPrice = z.infer<typeof carPrice>
