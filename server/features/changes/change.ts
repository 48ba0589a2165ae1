import type { ChangeKind } from '../../../contract/cars/car-changes.ts'
import { ADDED, PICTURE } from '../../db/ledger.ts'

export interface Changer {
  id: string
  name: string
  isAdmin: boolean
}

/** One field of a car that became another. */
export interface Change {
  /** Counts all of the ledger. */
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

/** What the text of a price says already. */
export const DERIVED: readonly string[] = ['priceMinor', 'originalPriceMinor']

/** All photos of a car as one field, where the ledger has one a place. */
export const PICTURES = 'images'

/** What a car was when it was added, as far as its history says it. */
export interface AddedCar {
  postedAt: string
  resellPrice: string
  state: string
  /** Null where it was not listed yet; of old rows nothing, as all were. */
  listedAt?: string | null
  images?: string[]
}

export function readAdded({ after }: Pick<Change, 'after'>): AddedCar {
  return JSON.parse(String(after)) as AddedCar
}

/**
 * @param changes of one car, the oldest first.
 * @returns them with the photos that were changed together as one change, by the id of the last of them
 */
export function foldPictures(changes: readonly Change[]): Change[] {
  const folded: Change[] = []
  let pictures: string[] = []
  for (const change of changes) {
    if (change.field === ADDED) pictures = readAdded(change).images ?? []
    if (!change.field.startsWith(PICTURE)) {
      folded.push(change)
      continue
    }
    const last = folded.findLast((one) => isTogether(one, change) && [PICTURES, ADDED].includes(one.field))
    const before = pictures
    pictures = withPicture(pictures, change)
    if (last?.field === PICTURES) Object.assign(last, { id: change.id, after: pictures })
    // A car is listed with its photos.
    else if (!last) folded.push({ ...change, field: PICTURES, before, after: pictures })
  }
  return folded
}

function withPicture(pictures: readonly string[], { field, after }: Change): string[] {
  const place = Number(field.slice(PICTURE.length))
  // Those that go are the last ones, and each has a row of its own.
  if (after === null) return pictures.slice(0, place)
  return [...pictures.slice(0, place), String(after), ...pictures.slice(place + 1)]
}

function isTogether(one: Change, other: Change): boolean {
  return one.set || other.set ? one.set?.id === other.set?.id : one.version === other.version
}
