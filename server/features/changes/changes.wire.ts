import type {
  CarChange,
  ChangedCar as WireChangedCar,
  ChangeSet as WireSet,
} from '../../../contract/cars/car-changes.ts'
import type { Actor } from '../../actor.ts'
import type { Config } from '../../config/config.ts'
import { ADDED, PHOTO_PREFIX } from '../../db/ledger.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import { formatCarName } from '../cars/car.ts'
import { DERIVED_FIELDS, PHOTOS_FIELD, readAdded, type Change, type Changer } from './change.ts'
import { collapseImpliedChanges } from './collapse-implied-changes.ts'
import type { ChangedCar } from './changed-cars.service.ts'
import type { ChangeSet } from './change.repository.ts'
import type { PublicChange } from './public-history.ts'
import type { LongRevert } from './long-revert.repository.ts'
import { canRevert } from './revertible.ts'

/** API names of fields that have a different name in the ledger. */
const wireNames: Record<string, string> = {
  categoryName: 'category_name',
  contact: 'selllerContact',
  sellerId: 'sellerID',
  state: 'available',
  [ADDED]: 'listed',
}

export function toWireFieldName(field: string): string {
  return field.startsWith(PHOTO_PREFIX) ? PHOTOS_FIELD : (wireNames[field] ?? field)
}

/** A reader who may see the car's full history: its seller or an admin. */
export interface ChangeReader {
  actor: Actor
  now: Date
  sellerId: string
  /** Reports whether any change of the set is still in effect. */
  isInEffect(change: Change): boolean
}

export function toWirePublicChange({ at, field, before, after, isEarlierSellers }: PublicChange): CarChange {
  return { at, field, before, after, ...(isEarlierSellers && { earlierSeller: true }) }
}

export function toWireCarChange(
  change: Change,
  { actor, now, sellerId, isInEffect }: ChangeReader,
  config: Config,
): CarChange {
  const { set, by, field } = change
  const addedCar = field === ADDED ? readAdded(change) : null
  return {
    at: addedCar?.postedAt ?? change.at,
    ...toWireField(change, config),
    version: change.version,
    set: set && String(set.id),
    kind: set?.kind ?? null,
    count: set?.count ?? null,
    by: addedCar && !by ? 'seller' : getChanger(change, sellerId),
    ...(actor.isAdmin && by && { byName: by.name }),
    revertible:
      set !== null && canRevert(actor, { kind: set.kind, at: change.at, by }, now) && isInEffect(change),
  }
}

/**
 * Converts the field and values of a change. A car that was added as a draft or is in review exists but is
 * not listed.
 */
function toWireField(change: Change, config: Config): Pick<CarChange, 'field' | 'before' | 'after'> {
  const { field, before, after } = change
  if (field !== ADDED)
    return {
      field: toWireFieldName(field),
      before: toWireValue(before, config),
      after: toWireValue(after, config),
    }
  const { listedAt, state, resellPrice } = readAdded(change)
  return listedAt === null
    ? { field: toWireFieldName('state'), before: null, after: state }
    : { field: toWireFieldName(ADDED), before: null, after: resellPrice }
}

/** Converts a value to its API form. A list always contains photos. */
function toWireValue(value: Change['before'], config: Config): CarChange['before'] {
  if (value === null || typeof value !== 'object') return value
  return value.map((image) => toShownPhoto(image, config))
}

/**
 * Returns the role of the user who made a change. A step of a sale belongs to no change set. It was made by
 * the buyer, or by an admin who ended the buyer's hold.
 */
function getChanger({ by, set }: Change, sellerId: string): CarChange['by'] {
  if (!by) return 'system'
  if (by.id === sellerId) return 'seller'
  return set || by.isAdmin ? 'team' : 'buyer'
}

export function toWireChangeSet(set: ChangeSet, actor: Actor, now: Date): WireSet {
  return {
    _id: String(set.id),
    kind: set.kind,
    at: set.at,
    count: set.count,
    by: formatChangerName(set.by),
    carID: set.first.carId,
    carName: set.first.carName,
    fields: listChangedFields(set),
    reverts: set.reverts === null ? null : String(set.reverts),
    revertedCount: Math.min(set.reverted.count, set.count),
    revertedAt: set.reverted.at,
    revertible: canRevert(actor, set, now),
  }
}

/**
 * Converts a long-running revert to its API form.
 * @param isUndoable true if the caller can still undo it
 */
export function toWireRevert(
  { id, state, isUndoRequested, done, total, reverted, skippedChanges, skippedCount, message }: LongRevert,
  isUndoable: boolean,
): NonNullable<WireSet['revert']> {
  return {
    state,
    done,
    total,
    reverted,
    stayed: skippedChanges,
    stayedCount: skippedCount,
    ...(isUndoable && !isUndoRequested && { undoId: id }),
    ...(message !== null && { message }),
  }
}

function listChangedFields({ fields }: ChangeSet): string[] {
  const visibleChanges = collapseImpliedChanges(
    fields.filter((field) => !DERIVED_FIELDS.includes(field)).map((field) => ({ field })),
  )
  return [...new Set(visibleChanges.map(({ field }) => toWireFieldName(field)))].toSorted()
}

export function toWireChangedCar({ car, changes }: ChangedCar, config: Config): WireChangedCar {
  return {
    _id: car.id,
    carName: formatCarName(car),
    available: car.state,
    mileageUnit: car.mileageUnit,
    changes: collapseImpliedChanges(changes).map((change) => toWireField(change, config)),
  }
}

function formatChangerName(by: Changer | null): string {
  return by?.name ?? ''
}
