import type { NamedCar } from '../../../contract/photos.ts'
import type { PhotoFile } from './photo-file.ts'
import type { PlannedCar } from './plan-photos.ts'

export interface JobPhoto extends Omit<PhotoFile, 'source'> {
  key: number
  carID: string
  /** The number of the job file that is or contains the photo. */
  source: number
  /** Null until the photo is uploaded. */
  url: string | null
  state: 'waiting' | 'added' | 'failed'
  /** Why the upload failed, if it did. */
  fault: string | null
}

type JobCar = Pick<NamedCar, '_id' | 'carName' | 'stockNo'>

export interface PhotoJob {
  ownerId: string
  cars: JobCar[]
  photos: JobPhoto[]
  /** The change set with the job's changes so far, or null before the first change. */
  changeSetID: string | null
}

/** A job and its files, keyed by number. */
export interface NewJob {
  job: PhotoJob
  files: Map<number, File>
}

export function buildPhotoJob(ownerId: string, planned: readonly PlannedCar[]): NewJob {
  const numbers = new Map<File, number>()
  const photos = planned.flatMap(({ car, files }) =>
    files.map(({ source, ...file }) => {
      const number = numbers.get(source) ?? numbers.size
      numbers.set(source, number)
      return { ...file, source: number, carID: car._id, url: null, state: 'waiting' as const, fault: null }
    }),
  )
  const job = {
    ownerId,
    cars: planned.map(({ car: { _id, carName, stockNo } }) => ({ _id, carName, stockNo })),
    photos: photos.map((photo, key) => ({ ...photo, key })),
    changeSetID: null,
  }
  return { job, files: new Map([...numbers].map(([file, number]) => [number, file])) }
}

export function withPhoto(job: PhotoJob, key: number, change: Partial<JobPhoto>): PhotoJob {
  return { ...job, photos: job.photos.with(key, { ...job.photos[key]!, ...change }) }
}

export function listUnsentPhotos({ photos }: PhotoJob): JobPhoto[] {
  return photos.filter(({ state, url }) => state === 'waiting' && url === null)
}

/**
 * Returns the cars whose photos are all uploaded or failed, but not all added yet. Each car ID maps to its
 * uploaded photos, in order.
 */
export function listReadyCars({ photos }: PhotoJob): Map<string, JobPhoto[]> {
  const photosByCar = Map.groupBy(photos, ({ carID }) => carID)
  const carsToAdd = new Map<string, JobPhoto[]>()
  for (const [carID, carPhotos] of photosByCar) {
    const waitingPhotos = carPhotos.filter(({ state }) => state === 'waiting')
    if (waitingPhotos.length > 0 && waitingPhotos.every(({ url }) => url !== null))
      carsToAdd.set(carID, waitingPhotos)
  }
  return carsToAdd
}

export interface JobCounts {
  total: number
  /** Number of photos that no longer need uploading. */
  up: number
  added: number
  failed: number
}

export function countPhotos({ photos }: PhotoJob): JobCounts {
  const inState = (countedState: JobPhoto['state']) =>
    photos.filter(({ state }) => state === countedState).length
  const up = photos.filter(({ state, url }) => state !== 'waiting' || url !== null).length
  return { total: photos.length, up, added: inState('added'), failed: inState('failed') }
}

export function isDone({ photos }: PhotoJob): boolean {
  return photos.every(({ state }) => state !== 'waiting')
}

/**
 * Matches newly dropped files with photos whose files are missing. The sizes must be equal, and one path must
 * end with the other.
 * @returns the files by their number in the job
 */
export function matchAgain(job: PhotoJob, files: readonly PhotoFile[]): Map<number, File> {
  const matches = new Map<number, File>()
  for (const { path, size, source } of listUnsentPhotos(job)) {
    const match = files.find((file) => file.size === size && isSamePath(file.path, path))
    if (match) matches.set(source, match.source)
  }
  return matches
}

function isSamePath(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}
