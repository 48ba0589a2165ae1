import { ADDED } from '../../db/ledger.ts'
import { readAdded, type Change } from './change.ts'

/** What follows from where a car stands in its life, and isn't told beside it. */
const FOLLOWING: readonly string[] = ['postedAt', 'listedAt']

/** Of what was changed together of a car: without what follows from the rest. */
export function withoutFollowing<T extends { field: string }>(changes: readonly T[]): readonly T[] {
  const isMoved = changes.some(({ field }) => field === 'state')
  return isMoved ? changes.filter(({ field }) => !FOLLOWING.includes(field)) : changes
}

/**
 * @param changes of one car, the oldest first
 * @returns them with each move in its life as one change; its first listing since it was a draft as `listed`, at its price
 *   by then
 */
export function foldListings(changes: readonly Change[]): Change[] {
  let price: Change['after'] = null
  return [...Map.groupBy(changes, ({ id, set }) => set?.id ?? -id).values()].flatMap((together) => {
    price = priceAfter(together) ?? price
    const isFirst = together.some(isFirstListing)
    return withoutFollowing(together).map((change) =>
      isFirst && change.field === 'state'
        ? { ...change, field: 'listed', before: null, after: price }
        : change,
    )
  })
}

function isFirstListing({ field, before, after }: Change): boolean {
  return field === 'listedAt' && before === null && after !== null
}

function priceAfter(together: readonly Change[]): Change['after'] | undefined {
  const last = together.findLast(({ field }) => field === 'resellPrice' || field === ADDED)
  return last && (last.field === ADDED ? readAdded(last).resellPrice : last.after)
}
