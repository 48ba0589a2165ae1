import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bucket } from './bucket.ts'
import { readBucketOwner } from './picture-bucket.ts'
import { createSweptFolder, pictureFolder } from './picture-folder.ts'
import { formatOwner, OWNER_NAME } from './store-owner.ts'
import type { SweptStore } from './swept-store.ts'

export interface Move {
  /** Number of files that were moved from the folder to the bucket, including all sizes. */
  files: number
  bytes: number
  /** Number of these files that an earlier move had already copied. */
  wereThere: number
}

export interface MoveOptions {
  onProgress?: (done: number, files: number) => void
}

const AT_ONCE = 8

/**
 * Copies the photos in `DATA_DIR/images` to a bucket, compares each copy with its file, and removes the files
 * once all are in the bucket. If it is interrupted, the next call continues with the files that are still in
 * the folder. Afterward, the bucket belongs to the same installation as the folder.
 * @throws ProblemError `service-unavailable` if the bucket fails; MoveError if a copy differs, or if the
 * bucket belongs to another installation. No file is removed in these cases.
 */
export async function movePictures(
  dataDir: string,
  bucket: Bucket,
  { onProgress }: MoveOptions = {},
): Promise<Move> {
  const folder = pictureFolder(dataDir)
  const store = createSweptFolder(dataDir)
  await moveOwner(store, bucket)
  const names: string[] = []
  for await (const batch of store.list()) names.push(...batch)
  const copied: string[] = []
  const move: Move = { files: 0, bytes: 0, wereThere: 0 }
  await forEach(names, async (name) => {
    const bytes = await readIfThere(join(folder, name))
    if (bytes === null) return
    if (await isThere(bucket, name, bytes)) move.wereThere += 1
    else await copy(bucket, name, bytes)
    move.bytes += bytes.byteLength
    move.files = copied.push(name)
    onProgress?.(move.files, names.length)
  })
  await count(bucket, copied)
  await forEach(copied, (name) => rm(join(folder, name), { force: true }))
  return move
}

async function moveOwner(folder: SweptStore, bucket: Bucket): Promise<void> {
  const owner = await folder.readOwner()
  if (owner === null) return
  const found = await readBucketOwner(bucket)
  if (found === null) await bucket.put(OWNER_NAME, formatOwner(owner))
  else if (found.installationId !== owner.installationId)
    throw new MoveError(
      `The bucket ${bucket.name} belongs to another installation (its object ${OWNER_NAME}, ${found.installationId}) than ${folder.name} (${owner.installationId}). Set IMAGE_S3_BUCKET to a bucket of this installation’s own. No file was moved.`,
    )
}

/**
 * Reads a file. Returns null if it is missing, because the server's sweep may have removed it in the
 * meantime.
 */
async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** An error about copies that are missing or differ. The message names them. */
class MoveError extends Error {
  override readonly name = 'MoveError'
  readonly isExpected = true
}

async function copy(bucket: Bucket, name: string, bytes: Buffer): Promise<void> {
  await bucket.put(name, bytes)
  if (!(await isThere(bucket, name, bytes)))
    throw new MoveError(`The bucket’s copy of ${name} differs from the file. No file was removed.`)
}

/**
 * Reports whether the bucket has an identical copy of a file. It compares the MD5 that most stores return as
 * the entity tag. If the tag is not an MD5, it compares the bytes.
 */
async function isThere(bucket: Bucket, name: string, bytes: Buffer): Promise<boolean> {
  const found = await bucket.head(name)
  if (found?.size !== bytes.byteLength) return false
  if (found.etag === `"${createHash('md5').update(bytes).digest('hex')}"`) return true
  const stored = await bucket.get(name)
  return stored !== null && bytes.equals(stored.bytes)
}

/**
 * Checks that the bucket lists all names, because the response for a single name may come from a cache.
 * @throws MoveError if a name is missing
 */
async function count(bucket: Bucket, names: string[]): Promise<void> {
  const missing = new Set(names)
  for await (const stored of bucket.list()) for (const name of stored) missing.delete(name)
  if (missing.size > 0)
    throw new MoveError(
      `The bucket lists ${names.length - missing.size} of ${names.length} files. No file was removed.`,
    )
}

/**
 * Processes several names concurrently. After a failure, no further work starts, and all work in flight ends
 * before the error is thrown.
 */
async function forEach(names: string[], work: (name: string) => Promise<void>): Promise<void> {
  const waiting = oneByOne(names)
  const take = async () => {
    for (const name of waiting) await work(name)
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, take))
  const failure = ends.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

/**
 * Iterates over names for several concurrent loops. Unlike an array's own iterator, a generator ends for all
 * loops once one loop exits early.
 */
function* oneByOne(names: string[]): Generator<string> {
  yield* names
}
