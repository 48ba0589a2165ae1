import { parsePrice, whyNotPayable } from '../../contract/money.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Row } from '../db/tables.ts'

type Priced = Pick<Row<'cars'>, 'resell_price' | 'price_minor'>

/** Whether what a buyer's screen shows is the car's price of today. */
export function isPriceOf(car: Priced, shown: string): boolean {
  return car.price_minor !== null && parsePrice(shown) === car.price_minor
}

/** Why no card can pay the car's price of today; null where one can. */
export function priceNotPayable({ price_minor: minor }: Priced): ProblemError | null {
  const detail = whyNotPayable(minor)
  return detail && new ProblemError('price-not-payable', { detail })
}

/** Names today's price, which can be paid, so that the buyer can take it. */
export function priceChanged(car: Priced): ProblemError {
  return new ProblemError('price-changed', {
    facts: { sellingPrice: car.resell_price, priceMinor: car.price_minor },
  })
}
