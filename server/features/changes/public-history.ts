import { parsePrice, getPublicPrice } from '../../../contract/money.ts'
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
 * Maximum number of changes per car from which the entries are built. Some changes are not public, so it is
 * higher than the number of entries.
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
  /** True if another seller had the car at the time. */
  isEarlierSellers?: true
}

const publicFields = [ADDED, 'state', 'resellPrice']

/** Returns the newest entries of the car's public history, oldest first. */
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
  const undoneSets = new Set(
    changes.flatMap(({ set }) => (set?.kind === 'undo' ? [set.id, set.reverts] : [])),
  )
  const history: PublicChange[] = []
  const findFirst = (field: string) => changes.find((change) => change.field === field)
  const { before: firstPrice } = findFirst('resellPrice') ?? { before: car.priceText }
  const { before: firstState } = findFirst('state') ?? { before: car.state }
  let price = shownPrice(firstPrice)
  let isPublic = isOnMarket(String(firstState))
  for (const change of changes) {
    if (change.field === ADDED) {
      const addedCar = readAdded(change)
      price = shownPrice(addedCar.resellPrice)
      isPublic = isOnMarket(addedCar.state)
      if (isPublic) history.push(toListing(addedCar.postedAt, price))
    }
    if (change.set && undoneSets.has(change.set.id)) continue
    if (change.field === 'state') {
      if (isReturn(change)) history.push(toListing(change.at, price))
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

function toListing(at: string, price: string): PublicChange {
  return { at, field: 'listed', before: null, after: price }
}

function shownPrice(text: Change['before']): string {
  return getPublicPrice(String(text), parsePrice(String(text)))
}
