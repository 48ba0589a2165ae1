import type { ChangeKind } from '../../../contract/cars/car-changes.ts'
import { ADDED, PHOTO_PREFIX } from '../../db/ledger.ts'

export interface Changer {
  id: string
  name: string
  isAdmin: boolean
}

export interface Change {
  /** The sequence number in the ledger. */
  id: number
  carId: string
  at: string
  version: number
  field: string
  before: string | number | readonly string[] | null
  after: string | number | readonly string[] | null
  set: { id: number; kind: ChangeKind; count: number; reverts: number | null } | null
  by: Changer | null
}

/** Fields computed from the price strings. The history does not list them separately. */
export const DERIVED_FIELDS: readonly string[] = ['priceMinor', 'originalPriceMinor']

/**
 * The field that represents all of a car's photos. In the ledger, each photo position is a separate field.
 */
export const PHOTOS_FIELD = 'images'

/** The data of a car when it was added, as recorded in its history. */
export interface AddedCar {
  postedAt: string
  resellPrice: string
  state: string
  /** Null if the car was not listed yet. Missing in old rows, whose cars were all listed. */
  listedAt?: string | null
  images?: string[]
}

export function readAdded({ after }: Pick<Change, 'after'>): AddedCar {
  return JSON.parse(String(after)) as AddedCar
}

/**
 * Combines photos that were changed together into one change.
 * @param changes the changes of one car, oldest first
 * @returns the changes; a combined change has the ID of the last one in it
 */
export function foldPhotos(changes: readonly Change[]): Change[] {
  const folded: Change[] = []
  let pictures: string[] = []
  for (const change of changes) {
    if (change.field === ADDED) pictures = readAdded(change).images ?? []
    if (!change.field.startsWith(PHOTO_PREFIX)) {
      folded.push(change)
      continue
    }
    const last = folded.findLast(
      (one) => isTogether(one, change) && [PHOTOS_FIELD, ADDED].includes(one.field),
    )
    const before = pictures
    pictures = withPhoto(pictures, change)
    if (last?.field === PHOTOS_FIELD) Object.assign(last, { id: change.id, after: pictures })
    // A listing includes its photos, so they are not a separate change.
    else if (!last) folded.push({ ...change, field: PHOTOS_FIELD, before, after: pictures })
  }
  return folded
}

function withPhoto(pictures: readonly string[], { field, after }: Change): string[] {
  const index = Number(field.slice(PHOTO_PREFIX.length))
  // Photos are removed only from the end of the list, one row per removal.
  if (after === null) return pictures.slice(0, index)
  return [...pictures.slice(0, index), String(after), ...pictures.slice(index + 1)]
}

function isTogether(one: Change, other: Change): boolean {
  return one.set || other.set ? one.set?.id === other.set?.id : one.version === other.version
}
