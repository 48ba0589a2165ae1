import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bucket } from './bucket.ts'
import { readBucketOwner } from './photo-bucket.ts'
import { createSweptFolder, photoFolder } from './photo-folder.ts'
import { formatOwner, OWNER_NAME } from './store-owner.ts'
import type { SweptStore } from './swept-store.ts'

export interface Move {
  /** Number of files moved from the folder to the bucket. Each size of a photo is a file. */
  files: number
  bytes: number
  /** Number of these files that an earlier move had already copied. */
  wereThere: number
}

export interface MoveOptions {
  onProgress?: (done: number, files: number) => void
}

const CONCURRENCY = 8

/**
 * Moves the photos in `DATA_DIR/images` to a bucket. It copies each file, compares the copy, and removes the
 * files once all are in the bucket. After an interruption, the next call continues with the remaining files.
 * Afterward, the bucket belongs to the folder's installation.
 * @throws ProblemError `service-unavailable` if the bucket fails, or MoveError if a copy differs or if the
 * bucket belongs to another installation. No file is removed in these cases.
 */
export async function movePhotos(
  dataDir: string,
  bucket: Bucket,
  { onProgress }: MoveOptions = {},
): Promise<Move> {
  const folder = photoFolder(dataDir)
  const store = createSweptFolder(dataDir)
  await moveOwner(store, bucket)
  const names: string[] = []
  for await (const batch of store.list()) names.push(...batch)
  const copied: string[] = []
  const move: Move = { files: 0, bytes: 0, wereThere: 0 }
  await runForEach(names, async (name) => {
    const bytes = await readIfExists(join(folder, name))
    if (bytes === null) return
    if (await hasCopy(bucket, name, bytes)) move.wereThere += 1
    else await copy(bucket, name, bytes)
    move.bytes += bytes.byteLength
    move.files = copied.push(name)
    onProgress?.(move.files, names.length)
  })
  await assertAllListed(bucket, copied)
  await runForEach(copied, (name) => rm(join(folder, name), { force: true }))
  return move
}

async function moveOwner(folder: SweptStore, bucket: Bucket): Promise<void> {
  const owner = await folder.readOwner()
  if (owner === null) return
  const bucketOwner = await readBucketOwner(bucket)
  if (bucketOwner === null) await bucket.put(OWNER_NAME, formatOwner(owner))
  else if (bucketOwner.installationId !== owner.installationId)
    throw new MoveError(
      `The bucket ${bucket.name} belongs to another installation (its object ${OWNER_NAME}, ${bucketOwner.installationId}) than ${folder.name} (${owner.installationId}). Set IMAGE_S3_BUCKET to a bucket of this installation’s own. No file was moved.`,
    )
}

/**
 * Reads a file.
 * @returns null if it is missing. The server's sweep may have removed it since it was listed.
 */
async function readIfExists(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

class MoveError extends Error {
  override readonly name = 'MoveError'
  readonly isExpected = true
}

async function copy(bucket: Bucket, name: string, bytes: Buffer): Promise<void> {
  await bucket.put(name, bytes)
  if (!(await hasCopy(bucket, name, bytes)))
    throw new MoveError(`The bucket’s copy of ${name} differs from the file. No file was removed.`)
}

/**
 * Reports whether the bucket has an identical copy of a file. Most stores return the MD5 as the entity tag.
 * If the tag is not an MD5, the bytes are compared.
 */
async function hasCopy(bucket: Bucket, name: string, bytes: Buffer): Promise<boolean> {
  const object = await bucket.head(name)
  if (object?.size !== bytes.byteLength) return false
  if (object.etag === `"${createHash('md5').update(bytes).digest('hex')}"`) return true
  const stored = await bucket.get(name)
  return stored !== null && bytes.equals(stored.bytes)
}

/**
 * Checks that the bucket lists all names. Responses for a single name may come from a cache.
 * @throws MoveError if a name is missing
 */
async function assertAllListed(bucket: Bucket, names: string[]): Promise<void> {
  const missing = new Set(names)
  for await (const stored of bucket.list()) for (const name of stored) missing.delete(name)
  if (missing.size > 0)
    throw new MoveError(
      `The bucket lists ${names.length - missing.size} of ${names.length} files. No file was removed.`,
    )
}

/**
 * Processes several names concurrently. After a failure, no further work starts, and the error is thrown once
 * all work in flight has ended.
 */
async function runForEach(names: string[], work: (name: string) => Promise<void>): Promise<void> {
  const remainingNames = yieldNames(names)
  const processNext = async () => {
    for (const name of remainingNames) await work(name)
  }
  const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, processNext))
  const failure = outcomes.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

/**
 * Iterates over names for several concurrent loops. Unlike an array's own iterator, a generator ends for all
 * loops as soon as one exits early.
 */
function* yieldNames(names: string[]): Generator<string> {
  yield* names
}
