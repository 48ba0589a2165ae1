import type { Car } from '../../contract/cars.ts'
import { formatDay } from '../../contract/dates.ts'
import { whyNotPayable } from '../../contract/money.ts'
import type { Me } from '../../contract/users.ts'
import { resellPriceNote } from '../features/cars/resell-price-note.ts'
import type { BuyState } from '../features/purchases/buy-state.ts'

interface Reading {
  car: Car
  state: BuyState
  me: Me | null
  /** How long a car is held for somebody who pays: `15 minutes`. */
  holdTime: string | undefined
}

/** Below the price: what the button does, what holds and what doesn't, or why there is nothing to buy. */
export function priceNote({ car, state, me, holdTime }: Reading): string {
  const { available, priceMinor, resellPrice, sellerUnproven, sellerID } = car
  const hold = `We hold it ${holdTime ? `for ${holdTime} ` : ''}once you check out.`
  if (state.kind === 'bought')
    return state.purchase.paidAt
      ? `You bought this car on ${formatDay(state.purchase.paidAt)}.`
      : 'You bought this car.'
  if (available === 'sold') return 'This car has been sold.'
  if (available === 'sold-elsewhere') return 'This car was sold elsewhere.'
  if (available === 'withdrawn' && state.kind !== 'own') return 'The seller took this listing down.'
  if (available !== 'instock' && available !== 'reserved')
    return 'It isn’t listed: nobody but its seller and our team sees this page.'
  if (state.kind === 'held') return 'Finish paying before the time is up. Nobody else can buy it until then.'
  if (sellerUnproven && state.kind !== 'own')
    return 'The seller hasn’t confirmed their email address yet. You can add the car to your list and pay once they have.'
  const isEditor = me !== null && (me.isAdmin || me._id === sellerID)
  const ownNote = isEditor && resellPriceNote(resellPrice)
  if (ownNote) return ownNote
  const refusal = whyNotPayable(priceMinor)
  if (refusal) return `${refusal} Contact the seller.`
  if (available === 'reserved' && state.kind === 'own')
    return 'A buyer is checking out. The listing can’t be edited until they’re done.'
  if (state.kind === 'own') return 'Your asking price. This is how buyers see your listing.'
  if (state.kind === 'waiting')
    return 'Another buyer is checking out. It’s on your list in case it becomes available.'
  if (available === 'reserved')
    return 'Another buyer is checking out. Add it to your list in case it becomes available.'
  if (state.kind === 'listed') return `It’s on your purchase list, which doesn’t hold it. ${hold}`
  return `Asking price, set by the seller. Adding the car to your list doesn’t hold it. ${hold}`
}
