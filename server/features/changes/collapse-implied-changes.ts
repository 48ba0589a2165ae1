import { ADDED } from '../../db/ledger.ts'
import { readAdded, type Change } from './change.ts'

/** Fields that follow from a car's state. They are not shown if the state has changed, too. */
const FOLLOWING: readonly string[] = ['postedAt', 'listedAt']

/** Returns the changes that were made to one car together, without those that others imply. */
export function collapseImpliedChanges<T extends { field: string }>(changes: readonly T[]): readonly T[] {
  const isMoved = changes.some(({ field }) => field === 'state')
  return isMoved ? changes.filter(({ field }) => !FOLLOWING.includes(field)) : changes
}

/**
 * Combines the changes of each state transition into one. The first listing since the car was a draft becomes
 * `listed`, with the price at the time.
 * @param changes the changes of one car, oldest first
 */
export function foldListings(changes: readonly Change[]): Change[] {
  let price: Change['after'] = null
  return [...Map.groupBy(changes, ({ id, set }) => set?.id ?? -id).values()].flatMap((changesInSet) => {
    price = priceAfter(changesInSet) ?? price
    const isFirst = changesInSet.some(isFirstListing)
    return collapseImpliedChanges(changesInSet).map((change) =>
      isFirst && change.field === 'state'
        ? { ...change, field: 'listed', before: null, after: price }
        : change,
    )
  })
}

function isFirstListing({ field, before, after }: Change): boolean {
  return field === 'listedAt' && before === null && after !== null
}

function priceAfter(changesInSet: readonly Change[]): Change['after'] | undefined {
  const last = changesInSet.findLast(({ field }) => field === 'resellPrice' || field === ADDED)
  return last && (last.field === ADDED ? readAdded(last).resellPrice : last.after)
}
