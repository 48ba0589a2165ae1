import { parsePrice, publicPrice } from '../../../contract/money.ts'
import { ADDED } from '../../db/ledger.ts'
import type { Db } from '../../db/tables.ts'
import type { Car } from '../cars/car.ts'
import { listNewestChanges } from './change.repository.ts'
import { readAdded, type Change } from './change.ts'

/**
 * Maximum number of public entries in a car's history, including those of earlier cars with the same VIN. The
 * newest entries are shown.
 */
export const PUBLIC_ENTRIES = 100
/**
 * Maximum number of changes per car from which the entries are built. It is higher than the number of
 * entries, because some changes are not public.
 */
const READ_CHANGES = 1_000

type CurrentCar = Pick<Car, 'id' | 'state' | 'priceText'>

/**
 * An event in the public history: a car came on the market, or its price changed. Prices are in their public
 * form.
 */
export interface PublicChange {
  at: string
  field: 'listed' | 'resellPrice'
  before: string | null
  after: string
  /** True if the car belonged to another seller at that time. */
  isEarlierSellers?: true
}

/** The fields that the public history is built from. */
const publicFields = [ADDED, 'state', 'resellPrice']

/**
 * Reads the public history of a car.
 * @returns the newest entries, oldest first
 */
export async function readPublicHistory(db: Db, car: CurrentCar): Promise<PublicChange[]> {
  const changes = await listNewestChanges(db, car.id, publicFields, READ_CHANGES)
  return toPublicHistory(changes, car).slice(-PUBLIC_ENTRIES)
}

/**
 * Builds the public history: when the car came on the market, and its prices there. Changes that were undone
 * within a minute are left out.
 * @param changes the newest changes of one car, oldest first
 * @param car the current car; its current value applies to the entire history of a field without changes
 */
function toPublicHistory(changes: readonly Change[], car: CurrentCar): PublicChange[] {
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

/**
 * Reports whether a car returned to the market. A reserved car was never off the market, even if its hold was
 * released later.
 */
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
