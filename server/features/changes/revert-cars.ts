import { REVERT_DAYS } from '../../../contract/cars/change-limits.ts'
import type { SkipReason } from '../../../contract/cars/car-changes.ts'
import type { Context } from '../../context.ts'
import { ADDED } from '../../db/ledger.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { updatePhotos } from '../cars/car-photos.repository.ts'
import { deleteCars, findCars } from '../cars/car.repository.ts'
import type { Car } from '../cars/car.ts'
import { canEdit } from '../cars/own-cars.ts'
import { releaseUploads, retakeUploads } from '../../core/images/upload.repository.ts'
import { findUser } from '../../core/users/user.repository.ts'
import { PHOTOS_FIELD, type Change } from './change.ts'
import { listSetChanges, findNewestChanges } from './change.repository.ts'
import { computeNetChanges } from './net-changes.ts'
import { writeBack } from './write-back.ts'
import { skipReason, removeDecisions, type RevertFacts } from './skip-reason.ts'

export interface SkippedChange {
  car: Car
  field: string
  reason: SkipReason
}

export interface Reverting {
  /** Cars with at least one reverted field, with the data from before the revert. */
  reverted: Car[]
  /** The reverted cars that are on the market again. */
  returned: Car[]
  skippedChanges: SkippedChange[]
}

/**
 * Reverts the changes that a set made to these cars, within a separate change set. A field is reverted if
 * it still has the value that the set left and the actor may change the car. A car that the set added is
 * deleted. Fields with later changes stay unchanged and are returned.
 * @param orThrow throws if the database rejects a car, for example because another car now has its VIN
 */
export async function revertCars(
  trx: Db,
  ctx: Pick<Context, 'now'>,
  actor: Actor,
  { set, cars, orThrow = false }: { set: number; cars: readonly string[]; orThrow?: boolean },
): Promise<Reverting> {
  const changes = await listSetChanges(trx, set, cars)
  const byCar = Map.groupBy(changes, ({ carId }) => carId)
  const outcome: Reverting = { reverted: [], returned: [], skippedChanges: [] }
  for (const car of byCar.size > 0 ? await findCars(trx, [...byCar.keys()]) : []) {
    const setChanges = byCar.get(car.id)!
    const changes = removeDecisions(await computeNetChanges(trx, car.id, setChanges), actor)
    const request = { changes, last: setChanges.at(-1)!.id }
    const { reverted, skippedChanges } = await revertCar(trx, ctx, actor, car, request, orThrow)
    outcome.skippedChanges.push(...skippedChanges)
    if (reverted.length === 0) continue
    outcome.reverted.push(car)
    if (reverted.some(isReturn)) outcome.returned.push(car)
  }
  return outcome
}

async function revertCar(
  trx: Db,
  ctx: Pick<Context, 'now'>,
  actor: Actor,
  car: Car,
  { changes, last }: Pick<RevertFacts, 'changes' | 'last'>,
  orThrow: boolean,
): Promise<{ reverted: Change[]; skippedChanges: SkippedChange[] }> {
  const facts = {
    actor,
    car,
    changes,
    last,
    newest: await findNewestChanges(trx, car.id),
    hasSeller: (await findUser(trx, car.sellerId)) !== null,
    canEdit: canEdit(actor, car),
  }
  const skippedChanges: SkippedChange[] = []
  const revertible: Change[] = []
  for (const change of changes) {
    const reason = skipReason(change, facts) ?? (await retainPhotos(trx, car, change))
    if (reason) skippedChanges.push({ car, field: change.field, reason })
    else revertible.push(change)
  }
  if (revertible.some(({ field }) => field === ADDED)) {
    await deleteCars(trx, [car.id], ctx.now())
    return { reverted: revertible, skippedChanges }
  }
  const rowChanges = revertible.filter(({ field }) => field !== PHOTOS_FIELD)
  const rejection = await writeBack(trx, car, rowChanges, orThrow)
  if (rejection)
    return {
      reverted: [],
      skippedChanges: [
        ...skippedChanges,
        ...revertible.map(({ field }) => ({ car, field, reason: rejection })),
      ],
    }
  for (const change of revertible)
    if (change.field === PHOTOS_FIELD) await restorePhotos(trx, ctx, car, change)
  return { reverted: revertible, skippedChanges }
}

/**
 * Retains the files of the photos that a revert restores.
 * @returns `photo-gone` if a file no longer exists
 */
async function retainPhotos(trx: Db, car: Car, { field, before }: Change): Promise<SkipReason | null> {
  if (field !== PHOTOS_FIELD) return null
  const addedPhotos = toPhotoList(before).filter((url) => !car.images.includes(url))
  return (await retakeUploads(trx, addedPhotos)).length > 0 ? 'photo-gone' : null
}

async function restorePhotos(trx: Db, ctx: Pick<Context, 'now'>, car: Car, { before }: Change) {
  const pictures = toPhotoList(before)
  await updatePhotos(trx, car.id, pictures)
  const removedPhotos = car.images.filter((url) => !pictures.includes(url))
  await releaseUploads(trx, removedPhotos, ctx.now(), REVERT_DAYS)
}

function toPhotoList(value: Change['before']): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []
}

function isReturn({ field, before }: Change): boolean {
  return (field === 'state' && before === 'instock') || (field === 'hiddenAt' && before === null)
}
