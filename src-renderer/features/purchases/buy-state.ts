import type { Car } from '../../../contract/cars/cars.ts'
import { isPayable } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { getHeldDeposit } from '../../../contract/reservation.ts'

/** The user's options for buying a car, which determine the button on the car's page. */
export type BuyState =
  | { kind: 'own' | 'gone' | 'unpayable' | 'buy' }
  /** No one can pay for the car now, but the user can put it on their list. */
  | { kind: 'join' }
  /** The car is on the user's list: payable, temporarily unavailable, or already bought. */
  | { kind: 'listed' | 'waiting' | 'bought'; purchase: Purchase }
  /** A deposit reserves the car for the user. */
  | { kind: 'reserved'; purchase: Purchase }
  | { kind: 'held'; purchase: Purchase; heldUntil: string }

interface Reader {
  /** Null if no one is signed in. */
  id: string | null
  /** The user's newest purchase of this car. */
  purchase: Purchase | null
}

export function getBuyState(
  car: Pick<Car, 'available' | 'allInMinor' | 'sellerID' | 'sellerUnproven'>,
  { id, purchase }: Reader,
): BuyState {
  if (car.sellerID === id) return { kind: 'own' }
  if (purchase?.state === 'paid') return { kind: 'bought', purchase }
  if (car.available !== 'instock' && car.available !== 'reserved') return { kind: 'gone' }
  if (purchase?.state === 'paying' && purchase.heldUntil !== null)
    return { kind: 'held', purchase, heldUntil: purchase.heldUntil }
  if (purchase && getHeldDeposit(purchase)) return { kind: 'reserved', purchase }
  if (!isPayable(car.allInMinor)) return { kind: 'unpayable' }
  const isBlocked = car.available === 'reserved' || car.sellerUnproven
  if (purchase === null || purchase.state === 'refunded') return { kind: isBlocked ? 'join' : 'buy' }
  return { kind: isBlocked ? 'waiting' : 'listed', purchase }
}
