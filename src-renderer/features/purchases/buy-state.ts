import type { Car } from '../../../contract/cars/cars.ts'
import { isPayable } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'

/** What a reader can do about buying a car: what the button on its page says. */
export type BuyState =
  | { kind: 'own' | 'gone' | 'unpayable' | 'buy' }
  /** Nobody can pay for it right now: it can be put on the list. */
  | { kind: 'join' }
  /** On the list; to be paid, or to be waited for. */
  | { kind: 'listed' | 'waiting' | 'bought'; purchase: Purchase }
  | { kind: 'held'; purchase: Purchase; heldUntil: string }

interface Reader {
  /** null for a stranger. */
  id: string | null
  /** Their newest purchase of this car. */
  purchase: Purchase | null
}

export function buyStateOf(
  car: Pick<Car, 'available' | 'priceMinor' | 'sellerID' | 'sellerUnproven'>,
  { id, purchase }: Reader,
): BuyState {
  if (car.sellerID === id) return { kind: 'own' }
  if (purchase?.state === 'paid') return { kind: 'bought', purchase }
  if (car.available !== 'instock' && car.available !== 'reserved') return { kind: 'gone' }
  if (purchase?.state === 'paying' && purchase.heldUntil !== null)
    return { kind: 'held', purchase, heldUntil: purchase.heldUntil }
  if (!isPayable(car.priceMinor)) return { kind: 'unpayable' }
  const isBlocked = car.available === 'reserved' || car.sellerUnproven
  if (purchase === null || purchase.state === 'refunded') return { kind: isBlocked ? 'join' : 'buy' }
  return { kind: isBlocked ? 'waiting' : 'listed', purchase }
}
