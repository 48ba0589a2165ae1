import type { CarPrice } from '../../../contract/cars/car-price.ts'
import { labelPrice } from '../../../contract/cars/price-labels.ts'
import type { PriceParts } from '../../search/prices/estimate-price.ts'
import type { PriceAnswer } from '../../search/prices/price-index.ts'
import { formatCarName, type Car } from './car.ts'

/**
 * Converts the comparison of a car's price to its API form.
 * @param similarCars the cars that the answer refers to, in any order
 */
export function toWirePrice(
  { allInMinor }: Car,
  { n, estimate, closest }: PriceAnswer,
  similarCars: readonly Car[],
  computedAt: Date,
): CarPrice {
  return {
    label: allInMinor === null ? null : labelPrice(allInMinor, estimate),
    n,
    low: estimate?.low ?? null,
    mid: estimate?.mid ?? null,
    high: estimate?.high ?? null,
    comparables: toComparables(closest, similarCars),
    parts: estimate === null ? [] : toParts(estimate.parts),
    computedAt: computedAt.toISOString(),
  }
}

/** Returns the closest similar cars, except those that have lost their price since they were found. */
function toComparables(closest: PriceAnswer['closest'], cars: readonly Car[]): CarPrice['comparables'] {
  const carOf = new Map(cars.map((car) => [car.id, car]))
  return closest.flatMap(({ id, soldAt }) => {
    const car = carOf.get(id)
    if (!car || car.allInMinor === null) return []
    const { mileage, mileageUnit, allInMinor: priceMinor } = car
    const sale = soldAt === null ? null : new Date(soldAt).toISOString()
    return [{ _id: id, name: formatCarName(car), mileage, mileageUnit, priceMinor, soldAt: sale }]
  })
}

function toParts({ average, year, mileage, yearsNewer, milesMore }: PriceParts): CarPrice['parts'] {
  return [
    { part: 'average', minor: average, difference: null },
    { part: 'year', minor: year, difference: yearsNewer },
    { part: 'mileage', minor: mileage, difference: milesMore },
  ]
}
