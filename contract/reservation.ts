import { isPayable } from './money.ts'
import type { Deposit } from './deposits.ts'
import type { Purchase, Sale } from './purchases.ts'

/** Number of days after an unused reservation before the same buyer can reserve the car again. */
export const DAYS_BETWEEN_RESERVATIONS = 7

/** Returns the deposit that reserves the car, or null if the car isn't reserved or is paid for. */
export function getHeldDeposit({
  deposit,
  state,
}: Pick<Purchase | Sale, 'deposit' | 'state'>): Deposit | null {
  const isOpen = state === 'unpaid' || state === 'paying'
  return isOpen && deposit?.state === 'held' ? deposit : null
}

/** Returns the amount in cents that the buyer's card pays next, or null if the price text is not a price. */
export function getAmountDue(purchase: Purchase): number | null {
  return getHeldDeposit(purchase) ? purchase.remainingMinor : purchase.priceMinor
}

/** Returns the deposit in cents if a car can be reserved for it: a card must be able to pay the rest, too. */
export function getOfferedDeposit(car: { deposit: number | null; allInMinor: number | null }): number | null {
  if (car.deposit === null || car.allInMinor === null) return null
  const depositMinor = car.deposit * 100
  return isPayable(car.allInMinor - depositMinor) ? depositMinor : null
}
