import { parsePrice, notPayableReason } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { OfferedCar } from '../records/offered-car.repository.ts'

type Priced = Pick<OfferedCar, 'priceText' | 'priceMinor'>

/** Whether what a buyer's screen shows is the car's price of today. */
export function isPriceOf(car: Priced, shown: string): boolean {
  return car.priceMinor !== null && parsePrice(shown) === car.priceMinor
}

/** Why no card can pay the car's price of today; null where one can. */
export function priceNotPayable({ priceMinor }: Priced): ProblemError | null {
  const detail = notPayableReason(priceMinor)
  return detail && new ProblemError('price-not-payable', { detail })
}

/** Why a car isn't had at another price: today's can't be paid, or is named, so that the buyer can take it. */
export function priceChanged(car: Priced): ProblemError {
  const facts = { sellingPrice: car.priceText, priceMinor: car.priceMinor }
  return priceNotPayable(car) ?? new ProblemError('price-changed', { facts })
}
