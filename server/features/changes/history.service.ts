import { readCursor, toPage, type Page } from '../../db/page.ts'
import type { Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import type { Car } from '../cars/car.ts'
import { canEdit } from '../cars/own-cars.ts'
import { getVisibleCar } from '../cars/visible-car.ts'
import { DERIVED_FIELDS, foldPhotos, type Change } from './change.ts'
import { foldListings } from './collapse-implied-changes.ts'
import { listChanges, listEarlierCars } from './change.repository.ts'
import { PUBLIC_ENTRIES, readPublicHistory, type PublicChange } from './public-history.ts'
import type { ChangeReader } from './changes.wire.ts'

export type HistoryEntry = PublicChange | WholeChange

interface WholeChange {
  change: Change
  reader: ChangeReader
}

/**
 * Lists the changes of a car, newest first.
 * @throws ProblemError `not-found` if the actor may not see the car
 */
export async function listCarChanges({
  ctx,
  actor,
  params,
  query,
}: Call<'listCarChanges'>): Promise<Page<HistoryEntry>> {
  const car = await getVisibleCar(ctx, params.id, actor)
  const reader = actor && canEdit(actor, car) && { actor, now: ctx.now(), sellerId: car.sellerId }
  const ownHistory = reader
    ? wholeHistory(await listChanges(ctx.db, car.id), reader)
    : await readPublicHistory(ctx.db, car)
  const earlier = await listEarlierHistory(ctx.db, car)
  const history = reader ? [...earlier, ...ownHistory] : [...earlier, ...ownHistory].slice(-PUBLIC_ENTRIES)
  return cutPage(history.toReversed(), query)
}

const EARLIER_CARS = 20

/**
 * Returns the public history of earlier cars with the same VIN. It is included so that sellers cannot erase a
 * car's history by deleting the car and adding it again.
 */
async function listEarlierHistory(db: Db, car: Car): Promise<PublicChange[]> {
  const history: PublicChange[] = []
  for (const earlier of await listEarlierCars(db, car, EARLIER_CARS)) {
    const origin = earlier.sellerId === car.sellerId ? {} : ({ isEarlierSellers: true } as const)
    for (const change of await readPublicHistory(db, earlier)) history.push({ ...change, ...origin })
  }
  return history
}

function wholeHistory(changes: readonly Change[], reader: Omit<ChangeReader, 'isInEffect'>): WholeChange[] {
  const shownChanges = foldPhotos(changes.filter(({ field }) => !DERIVED_FIELDS.includes(field)))
  const effective = findEffectiveSets(shownChanges)
  const isInEffect = ({ set }: Change) => set !== null && effective.has(set.id)
  return foldListings(shownChanges).map((change) => ({ change, reader: { ...reader, isInEffect } }))
}

/** Returns the change sets with at least one change that is still its field's newest. */
function findEffectiveSets(changes: readonly Change[]): ReadonlySet<number> {
  const newest = new Map(changes.map((change) => [change.field, change]))
  return new Set(Array.from(newest.values(), ({ set }) => set?.id ?? 0))
}

/**
 * Cuts a page that ends with a complete change set. The cursor is the number of entries before the next page.
 */
function cutPage(history: readonly HistoryEntry[], { limit, cursor }: Paging): Page<HistoryEntry> {
  const offset = Number(readCursor(cursor)?.[0] ?? 0)
  const remainingEntries = history.slice(offset)
  let count = limit
  while (
    count < remainingEntries.length &&
    isOfOneSet(remainingEntries[count - 1]!, remainingEntries[count]!)
  )
    count++
  return toPage(
    remainingEntries,
    count,
    history.length,
    () => [offset + count, ''],
    (entry) => entry,
  )
}

function isOfOneSet(one: HistoryEntry, other: HistoryEntry): boolean {
  if (!('change' in one && 'change' in other)) return false
  return one.change.set !== null && one.change.set.id === other.change.set?.id
}
