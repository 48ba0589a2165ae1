import { parsePrice, publicPrice } from '../../../contract/money.ts'
import { ADDED } from '../../db/ledger.ts'
import type { Db } from '../../db/tables.ts'
import type { Car } from '../cars/car.ts'
import { listNewestChanges } from './change.repository.ts'
import { readAdded, type Change } from './change.ts'

/** The newest entries of a car's history that are public, those of earlier cars with its VIN included. */
export const PUBLIC_ENTRIES = 100
/** Changes of one car that they are built from; some change nothing that is public. */
const READ_CHANGES = 1_000

type Told = Pick<Car, 'id' | 'state' | 'priceText'>

/** A moment at which a car came on the market, or its price became another; prices as everybody reads them. */
export interface PublicChange {
  at: string
  field: 'listed' | 'resellPrice'
  before: string | null
  after: string
  /** Somebody else sold the car then. */
  isEarlierSellers?: true
}

/** The fields that the public history is built from. */
const publicFields = [ADDED, 'state', 'resellPrice']

/** @returns the newest entries, the oldest first */
export async function readPublicHistory(db: Db, car: Told): Promise<PublicChange[]> {
  const changes = await listNewestChanges(db, car.id, publicFields, READ_CHANGES)
  return toPublicHistory(changes, car).slice(-PUBLIC_ENTRIES)
}

/**
 * What everybody may know: when the car came on the market, and its prices there. What was undone within the minute never
 * was.
 * @param changes the newest of one car, the oldest first
 * @param car as it is now: what did not change since the first of them was the same then
 */
function toPublicHistory(changes: readonly Change[], car: Told): PublicChange[] {
  const undone = new Set(changes.flatMap(({ set }) => (set?.kind === 'undo' ? [set.id, set.reverts] : [])))
  const history: PublicChange[] = []
  const firstOf = (field: string) => changes.find((change) => change.field === field)
  const { before: firstPrice } = firstOf('resellPrice') ?? { before: car.priceText }
  const { before: firstState } = firstOf('state') ?? { before: car.state }
  let price = shownPrice(firstPrice)
  let isPublic = isOnMarket(String(firstState))
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
