import { setTimeout } from 'node:timers/promises'
import type { RowError } from '../../../contract/imports.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { writeBatch } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { StoredImage } from '../../gateways/images/images.ts'
import { HostUnreachableError, PhotoFetchError } from '../../gateways/web-photos/web-photos.ts'
import { findCars, updateCar } from '../cars/car.repository.ts'
import type { Car } from '../cars/car.ts'
import { takeUploadSlot } from '../../core/images/upload-slots.ts'
import { claimUploads, insertUpload } from '../../core/images/upload.repository.ts'
import { removeImportFile } from './import-files.ts'
import {
  findImport,
  moveImport,
  recordApplied,
  recordFailedHosts,
  type CarImport,
} from './import.repository.ts'
import { listPictureHosts } from './photo-hosts.repository.ts'
import { findPhotoRow, recordAddedPhotos, type PhotoRow } from './photo-rows.repository.ts'
import type { FilePhoto } from './plan/find-photos.ts'
import { getReviewReason } from './plan/review-reason.ts'

type Outcome = { image: StoredImage } | { rowError: RowError }

/**
 * Fetches the photos of one row. One transaction adds them to the car and records this. If the server stops
 * before that, they are fetched again. No photo is stored twice, since its content determines its storage
 * location.
 */
export async function fetchNextPhotos(
  ctx: Context,
  { id }: CarImport,
  signal: AbortSignal,
): Promise<undefined> {
  const job = await findImport(ctx.db, id)
  const row = await findPhotoRow(ctx.db, id)
  if (job && row) await fetchRowPhotos(ctx, job, row, signal)
  else if (await moveImport(ctx.db, id, ['applying'], 'applied')) await removeImportFile(ctx.config, id)
}

async function fetchRowPhotos(ctx: Context, job: CarImport, row: PhotoRow, signal: AbortSignal) {
  const hosts = new Set(await listPictureHosts(ctx.db, job.userId))
  const unreachableHosts = new Set(job.failedHosts)
  const outcomes = await fetchEach(ctx, row.pictures, {
    hosts,
    unreachableHosts,
    clientKey: job.userId,
    signal,
  })
  signal.throwIfAborted()
  await ctx.db.transaction().execute(async (trx) => {
    await recordOutcomes(trx, ctx, job.id, row, outcomes)
    if (unreachableHosts.size > job.failedHosts.length)
      await recordFailedHosts(trx, job.id, [...unreachableHosts])
  })
}

/** Maximum number of hosts that are contacted concurrently for one seller. */
const MAX_CONCURRENT_HOSTS = 2

async function fetchEach(
  ctx: Context,
  pictures: readonly FilePhoto[],
  options: FetchOptions,
): Promise<Outcome[]> {
  const outcomes = new Map<FilePhoto, Outcome>()
  const photosByHost = Map.groupBy(pictures, ({ url }) => new URL(url).hostname).values()
  const fetchHosts = async () => {
    for (const photosOfHost of photosByHost)
      await Promise.all(
        photosOfHost.map(async (picture) => outcomes.set(picture, await fetchPhoto(ctx, picture, options))),
      )
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_HOSTS }, fetchHosts))
  return pictures.map((picture) => outcomes.get(picture)!)
}

interface FetchOptions {
  hosts: ReadonlySet<string>
  /** The hosts that failed for an earlier photo in the spreadsheet. `fetchPhoto` adds to them. */
  unreachableHosts: Set<string>
  clientKey: string
  signal: AbortSignal
}

async function fetchPhoto(ctx: Context, { column, url }: FilePhoto, options: FetchOptions): Promise<Outcome> {
  const failWith = (message: string, fix: string) => ({
    rowError: { column, value: url.slice(0, 200), message, fix },
  })
  const { hostname } = new URL(url)
  if (!options.hosts.has(hostname))
    return failWith(`You don’t allow photos from ${hostname}.`, 'Allow this host, and import the file again.')
  const releaseSlot = await waitForSlot(options)
  try {
    if (options.unreachableHosts.has(hostname))
      return failWith(
        `We skipped this photo because ${hostname} didn’t answer before.`,
        'Import the file again later.',
      )
    return {
      image: await ctx.images.store(await ctx.webPhotos.fetchPhoto(url, options.signal), options.clientKey),
    }
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof HostUnreachableError) options.unreachableHosts.add(hostname)
    if (error instanceof PhotoFetchError) return failWith(error.message, error.fix)
    if (error instanceof ProblemError) return failWith(error.message, 'Use a JPEG, PNG, or WebP photo.')
    throw error
  } finally {
    releaseSlot()
  }
}

const SLOT_WAIT_MS = 250

/** Waits for an upload slot, so that users can continue to upload photos during the import. */
async function waitForSlot({ clientKey, signal }: FetchOptions): Promise<() => void> {
  for (;;) {
    try {
      return takeUploadSlot(clientKey)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
    }
    await setTimeout(SLOT_WAIT_MS, undefined, { signal })
  }
}

async function recordOutcomes(
  trx: Db,
  ctx: Context,
  id: string,
  row: PhotoRow,
  outcomes: readonly Outcome[],
) {
  const job = await findImport(trx, id)
  if (job?.state !== 'applying') return
  const [car] = await findCars(trx, [row.carId])
  const images = outcomes.flatMap((outcome) => ('image' in outcome ? [outcome.image] : []))
  const canAddPhotos = car && acceptsPhotos(car, job) && images.length > 0
  const changeSet = canAddPhotos ? await addImportedPhotos(trx, ctx, job, car, images) : job.changeSet
  const failures = outcomes.flatMap((outcome) => ('rowError' in outcome ? [outcome.rowError] : []))
  await recordAddedPhotos(trx, id, { place: row.place, warnings: [...row.warnings, ...failures] })
  await recordApplied(trx, job, { done: job.done + 1, changeSet }, ctx.now())
}

/**
 * Reports whether photos may be added to the car. If the seller has added photos since the row was read, no
 * others are added.
 */
function acceptsPhotos(car: Car, { userId }: CarImport): boolean {
  return car.sellerId === userId && !car.isHidden && car.images.length === 0 && getReviewReason(car) === null
}

const DAY_MS = 24 * 3600_000

/**
 * Adds photos to a car.
 * @returns the import's change set
 */
async function addImportedPhotos(
  trx: Db,
  ctx: Context,
  job: CarImport,
  car: Car,
  images: readonly StoredImage[],
): Promise<number | null> {
  const now = ctx.now()
  const by = { actorId: job.userId, now: new Date(job.applyingAt!), countedAt: now }
  const { set } = await writeBatch(trx, by, { kind: 'import', set: job.changeSet }, async () => {
    const urls = new Set<string>()
    for (const image of images) {
      if (urls.has(image.url)) continue
      urls.add(image.url)
      await insertUpload(trx, { image, userId: job.userId, expiresAt: new Date(now.getTime() + DAY_MS) }, now)
    }
    await claimUploads(trx, [...urls], job.userId, now)
    await updateCar(trx, car, { fields: { ...car, images: [...urls] }, state: car.state })
  })
  return set
}
