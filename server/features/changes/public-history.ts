import { parsePrice, publicPrice } from '../../../contract/money.ts'
import { ADDED } from '../../db/ledger.ts'
import { readAdded, type Change } from './change.ts'

/** A moment at which a car came on the market, or its price became another; prices as everybody reads them. */
export interface PublicChange {
  at: string
  field: 'listed' | 'resellPrice'
  before: string | null
  after: string
  /** Somebody else sold the car then. */
  isEarlierSellers?: true
}

/** The fields that it is told from. */
export const publicFields = [ADDED, 'state', 'resellPrice']

/**
 * What everybody may know: when the car came on the market, and its prices there. What was undone within the minute never
 * was.
 * @param changes of one car, the oldest first
 */
export function publicHistory(changes: readonly Change[]): PublicChange[] {
  const undone = new Set(changes.flatMap(({ set }) => (set?.kind === 'undo' ? [set.id, set.reverts] : [])))
  const history: PublicChange[] = []
  let price = ''
  let isPublic = false
  for (const change of changes) {
    if (change.field === ADDED) {
      const added = readAdded(change)
      price = shownPrice(added.resellPrice)
      isPublic = isOnMarket(added.state)
      if (isPublic) history.push(listing(added.postedAt, price))
    }
    if (change.set && undone.has(change.set.id)) continue
    if (change.field === 'state') {
      if (isReturn(change)) history.push(listing(change.at, price))
      isPublic = isOnMarket(String(change.after))
    }
    if (change.field !== 'resellPrice') continue
    const [before, after] = [shownPrice(change.before), shownPrice(change.after)]
    price = after
    if (isPublic && before !== after) history.push({ at: change.at, field: 'resellPrice', before, after })
  }
  return history
}

/** A car that is only reserved, or that its buyer let go, was on the market all the time. */
function isReturn({ before, after }: Change): boolean {
  return before !== 'reserved' && !isForSale(before) && isForSale(after)
}

function isForSale(state: unknown): boolean {
  return state === 'instock'
}

function isOnMarket(state: string): boolean {
  return ['instock', 'reserved', 'sold'].includes(state)
}

function listing(at: string, price: string): PublicChange {
  return { at, field: 'listed', before: null, after: price }
}

function shownPrice(text: Change['before']): string {
  return publicPrice(String(text), parsePrice(String(text)))
}
