import type { Hold as WireHold } from '../../../contract/holds.ts'
import type { Hold } from './hold.repository.ts'

export function toWireHold(hold: Hold): WireHold {
  return {
    _id: hold.id,
    carID: hold.carId,
    carName: hold.carName,
    buyerName: hold.buyerName,
    buyerEmail: hold.buyerEmail,
    buyerEmailVerified: hold.isBuyerEmailVerified,
    amount: hold.amount,
    since: hold.since,
    until: hold.until,
    state: hold.state,
  }
}
