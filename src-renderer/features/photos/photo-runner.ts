import { MAX_CARS } from '../../../contract/photos.ts'
import { loadConfig } from '../../api/config.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { createSlots } from '../../api/slots.ts'
import { uploadImage } from '../../api/upload-image.ts'
import { CLEAR_DATA } from '../../platform/clear-data-event.ts'
import { store } from '../../session/store.ts'
import { createPersistedJob } from './persisted-job.ts'
import { withRetries } from './with-retries.ts'
import { readPhoto, type PhotoFile } from './photo-file.ts'
import { InvalidFilesError } from './zip-entries.ts'
import {
  isDone,
  matchAgain,
  listReadyCars,
  listUnsentPhotos,
  withPhoto,
  type JobPhoto,
  type NewJob,
  type PhotoJob,
} from './photo-job.ts'
import { photosApi } from './photos.api.ts'

export interface RunnerView {
  job: PhotoJob | null
  /** `elsewhere`: another window runs the job. `stopped`: the user stopped it, or its files are gone. */
  state: 'idle' | 'running' | 'elsewhere' | 'stopped'
  /** The estimated seconds left in this run, or null before there is enough data. */
  secondsLeft: number | null
  /** Why the job is currently waiting, or null if it is not. */
  waitsFor: string | null
  /** Number of photos whose files the user must drop again. */
  missing: number
}

const idleView: RunnerView = { job: null, state: 'idle', secondsLeft: null, waitsFor: null, missing: 0 }

const MAX_CONCURRENT_UPLOADS = 4
/** The time limit in seconds for adding an uploaded photo to its car: one day. */
const EXPIRATION_SECONDS = 86_400
/** Number of ready cars to handle in one call. Fewer suffice once no more photos follow. */
const CARS_PER_CALL = 20
const LOCK = 'kerblight.photos'
/** Maximum share of the browser's free storage for pending files. */
const MAX_STORAGE_SHARE = 0.5

const persistedJob = createPersistedJob()
const listeners = new Set<() => void>()
let view = idleView
let files = new Map<number, File>()
let isStopped = false
let run: { startedAt: number; bytes: number } = { startedAt: 0, bytes: 0 }
let running: Promise<void> | null = null

/**
 * Uploads photos and adds them to cars, one job at a time. A job continues across pages and after a restart.
 */
export const photoRunner = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  view: () => view,

  async start(next: NewJob): Promise<void> {
    files = next.files
    show({ ...idleView, job: next.job })
    await persistedJob.start(next.job).catch(() => undefined)
    void keepFiles(next)
    goOn()
  },

  /** Resumes the stored job, if any. Deletes another user's job. */
  async resume(ownerId: string): Promise<void> {
    if (view.job?.ownerId === ownerId) return
    const storedJob = await persistedJob.read().catch(() => null)
    if (storedJob && storedJob.job.ownerId !== ownerId) return this.end()
    if (!storedJob || running) return
    files = storedJob.files
    show({ ...idleView, job: storedJob.job, missing: countMissing(storedJob.job) })
    if (!isDone(storedJob.job)) goOn()
  },

  /** Lets the current uploads finish but starts no new ones. */
  stop(): void {
    isStopped = true
    show({ state: 'stopped' })
  },

  goOn,

  /**
   * Adds files for photos whose own files are missing.
   * @returns the number of photos that can continue
   */
  addFiles(chosen: readonly PhotoFile[]): number {
    if (!view.job) return 0
    const missingBefore = countMissing(view.job)
    for (const [number, file] of matchAgain(view.job, chosen)) files.set(number, file)
    void keepFiles({ job: view.job, files })
    show({ missing: countMissing(view.job) })
    goOn()
    return missingBefore - view.missing
  },

  retry(): void {
    for (const { key, state, source, url } of view.job?.photos ?? [])
      if (state === 'failed')
        change(key, { state: 'waiting', fault: null, url: files.has(source) ? null : url })
    goOn()
  },

  async end(): Promise<void> {
    isStopped = true
    files = new Map()
    show(idleView)
    await persistedJob.clear().catch(() => undefined)
  },
}

addEventListener(CLEAR_DATA, () => void photoRunner.end())

function show(change: Partial<RunnerView>): void {
  view = { ...view, ...change }
  for (const listener of listeners) listener()
}

function goOn(): void {
  isStopped = false
  const next = (running ?? Promise.resolve()).then(work)
  running = next
  void next.finally(() => {
    if (running === next) running = null
  })
}

/** Runs the job in one window at a time. Another window waits and then takes over. */
async function work(): Promise<void> {
  const isFree = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await sendAll()
    return lock !== null
  })
  if (isFree) return
  show({ state: 'elsewhere' })
  await navigator.locks.request(LOCK, async () => {
    if (!view.job) return
    const storedJob = await persistedJob.read().catch(() => null)
    if (!storedJob) return show(idleView)
    files = storedJob.files
    show({ job: storedJob.job })
    await sendAll()
  })
}

async function sendAll(): Promise<void> {
  show({ state: 'running', waitsFor: null, secondsLeft: null })
  run = { startedAt: performance.now(), bytes: 0 }
  const inSlot = createSlots(MAX_CONCURRENT_UPLOADS)
  const sendable = listUnsentPhotos(view.job!).filter(({ source }) => files.has(source))
  await Promise.all(sendable.map(({ key }) => inSlot(() => sendOne(key))))
  await putOnCars(1)
  const job = view.job
  if (!job) return
  show({ state: isDone(job) ? 'idle' : 'stopped', waitsFor: null, missing: countMissing(job) })
}

function countMissing(job: PhotoJob): number {
  return listUnsentPhotos(job).filter(({ source }) => !files.has(source)).length
}

function canContinue(): boolean {
  return !isStopped && view.job !== null && store.getState().session.me?._id === view.job.ownerId
}

const patience = { canContinue, onWait: (waitsFor: string | null) => show({ waitsFor }) }

async function sendOne(key: number): Promise<void> {
  if (!canContinue()) return
  const photo = view.job!.photos[key]!
  try {
    const file = await readPhoto({ ...photo, source: files.get(photo.source)! })
    const url = await withRetries(() => upload(file), patience)
    if (!view.job) return
    recordSent(photo.size)
    change(key, { url })
    await dropSpent(photo.source)
  } catch (error) {
    if (canContinue()) change(key, { state: 'failed', fault: describeFailure(error) })
  }
  void putOnCars(CARS_PER_CALL)
}

async function upload(file: File): Promise<string> {
  const { images } = await loadConfig()
  return uploadImage(file, images, { expiration: EXPIRATION_SECONDS })
}

function describeFailure(error: unknown): string {
  return error instanceof InvalidFilesError ? error.message : formatProblem(toProblem(error))
}

function recordSent(bytes: number): void {
  run.bytes += bytes
  const bytesLeft = listUnsentPhotos(view.job!).reduce((sum, { size }) => sum + size, -bytes)
  const seconds = (performance.now() - run.startedAt) / 1000
  show({ secondsLeft: Math.max(0, Math.ceil((seconds / run.bytes) * bytesLeft)) })
}

/**
 * Changes a photo, and stores the change before showing it. A photo shown as sent is therefore not sent again
 * after a reload.
 */
function change(key: number, part: Partial<JobPhoto>): void {
  if (!view.job) return
  view = { ...view, job: withPhoto(view.job, key, part) }
  void persistedJob
    .savePhoto(view.job!.photos[key]!)
    .catch(() => undefined)
    .then(() => show({}))
}

let putting: Promise<void> = Promise.resolve()

/**
 * Adds photos to cars in sequential calls, which must form one change set.
 * @param minCars the number of ready cars to wait for
 */
function putOnCars(minCars: number): Promise<void> {
  putting = putting.then(async () => {
    while (canContinue() && listReadyCars(view.job!).size >= minCars) await putSome()
  })
  return putting
}

async function putSome(): Promise<void> {
  const { job } = view
  const carsToUpdate = [...listReadyCars(job!)].slice(0, MAX_CARS)
  const cars = carsToUpdate.map(([carID, photos]) => ({ carID, images: photos.map(({ url }) => url!) }))
  const changeSetID = job!.changeSetID ?? undefined
  const photos = carsToUpdate.flatMap(([, carPhotos]) => carPhotos)
  try {
    const call = photosApi.endpoints.addPhotos.initiate({ body: { cars, changeSetID } })
    const response = await withRetries(() => store.dispatch(call).unwrap(), patience)
    const stayed = new Map(response.stayed.map(({ carID, image, reason }) => [`${carID} ${image}`, reason]))
    for (const { key, carID, url } of photos) settle(key, stayed.get(`${carID} ${url}`))
    if (!view.job) return
    show({ job: { ...view.job, changeSetID: response.changeSetID ?? view.job.changeSetID } })
    await persistedJob.saveHead(view.job).catch(() => undefined)
  } catch (error) {
    if (!canContinue()) return
    const failedCarID = toProblem(error).facts?.carID
    for (const { key, carID } of photos)
      if (failedCarID === undefined || failedCarID === carID)
        change(key, { state: 'failed', fault: describeFailure(error) })
  }
}

function settle(key: number, reason: string | undefined): void {
  change(key, reason === undefined ? { state: 'added' } : { state: 'failed', fault: reason })
}

/**
 * Stores the files in this browser if there is enough space. Otherwise, the user must drop them again after a
 * reload.
 */
async function keepFiles({ job, files }: NewJob): Promise<void> {
  const neededFiles = new Set(listUnsentPhotos(job).map(({ source }) => source))
  const bytes = [...neededFiles].reduce((sum, number) => sum + (files.get(number)?.size ?? 0), 0)
  const { quota = 0, usage = 0 } = await navigator.storage.estimate()
  if (bytes > (quota - usage) * MAX_STORAGE_SHARE) return
  for (const number of neededFiles) {
    const file = files.get(number)
    if (file && isNeeded(number)) await persistedJob.saveFile(number, file).catch(() => undefined)
    if (!isNeeded(number)) await persistedJob.dropFile(number).catch(() => undefined)
  }
}

async function dropSpent(number: number): Promise<void> {
  if (!isNeeded(number)) await persistedJob.dropFile(number).catch(() => undefined)
}

function isNeeded(number: number): boolean {
  return view.job !== null && listUnsentPhotos(view.job).some(({ source }) => source === number)
}
