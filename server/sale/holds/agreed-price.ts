import { parsePrice, getNotPayableReason } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { OfferedCar } from '../records/offered-car.repository.ts'

type Priced = Pick<OfferedCar, 'priceText' | 'priceMinor'>

/** Reports whether the price on a buyer's screen is the car's current price. */
export function isCurrentPrice(car: Priced, shownPrice: string): boolean {
  return car.priceMinor !== null && parsePrice(shownPrice) === car.priceMinor
}

/** Returns the error that explains why the car's current price can't be paid by card, or null if it can. */
export function checkPayablePrice({ priceMinor }: Priced): ProblemError | null {
  const detail = getNotPayableReason(priceMinor)
  return detail && new ProblemError('price-not-payable', { detail })
}

/**
 * Verifies that a car's price can be paid.
 * @throws ProblemError `price-not-payable`
 */
export function assertPayable(car: Priced): void {
  const rejection = checkPayablePrice(car)
  if (rejection) throw rejection
}

/**
 * Explains why a car can't be bought at a price other than its current one. If the current price can be paid,
 * the error contains it, and the buyer can accept it.
 */
export function createPriceChangedProblem(car: Priced): ProblemError {
  const facts = { sellingPrice: car.priceText, priceMinor: car.priceMinor }
  return checkPayablePrice(car) ?? new ProblemError('price-changed', { facts })
}
