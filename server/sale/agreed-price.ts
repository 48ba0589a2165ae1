import { parsePrice } from '../../contract/money.ts'
import { ProblemError } from '../../contract/problems.ts'
import type { Row } from '../db/tables.ts'

type Priced = Pick<Row<'cars'>, 'resell_price' | 'price_minor'>

/** Whether what a buyer's screen shows is the car's price of today; of text that is no price, to the letter. */
export function isPriceOf(car: Priced, shown: string): boolean {
  return car.price_minor === null ? shown.trim() === car.resell_price : parsePrice(shown) === car.price_minor
}

/** Names today's price, so that the buyer can take it. */
export function priceChanged(car: Priced): ProblemError {
  return new ProblemError('price-changed', {
    facts: { sellingPrice: car.resell_price, priceMinor: car.price_minor },
  })
}
