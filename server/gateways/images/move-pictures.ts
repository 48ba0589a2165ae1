import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bucket } from './bucket.ts'
import { readBucketOwner } from './picture-bucket.ts'
import { createSweptFolder, pictureFolder } from './picture-folder.ts'
import { formatOwner, OWNER_NAME } from './store-owner.ts'
import type { SweptStore } from './swept-store.ts'

export interface Move {
  /** That were in the folder, all sizes counted, and are in the bucket now. */
  files: number
  bytes: number
  /** Of the files, those that an earlier move had brought already. */
  wereThere: number
}

export interface MoveOptions {
  onProgress?: (done: number, files: number) => void
}

const AT_ONCE = 8

/**
 * Copies the pictures in `DATA_DIR/images` into a bucket, compares each copy with its file, and removes the files once all are
 * there. Broken off at any moment, it goes on with what is still in the folder.
 * The bucket then belongs to the installation that the folder belongs to.
 * @throws ProblemError `service-unavailable` where the bucket fails; MoveError where a copy differs, or if the bucket belongs to
 * another installation. No file is removed.
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

/** The server's sweep may take one meanwhile. */
async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The copies are not what they should be. Its message says which. */
class MoveError extends Error {
  override readonly name = 'MoveError'
  readonly isExpected = true
}

async function copy(bucket: Bucket, name: string, bytes: Buffer): Promise<void> {
  await bucket.put(name, bytes)
  if (!(await isThere(bucket, name, bytes)))
    throw new MoveError(`The bucket’s copy of ${name} differs from the file. No file was removed.`)
}

/** By the MD5 that most stores give as the entity tag; where it is something else, by the bytes. */
async function isThere(bucket: Bucket, name: string, bytes: Buffer): Promise<boolean> {
  const found = await bucket.head(name)
  if (found?.size !== bytes.byteLength) return false
  if (found.etag === `"${createHash('md5').update(bytes).digest('hex')}"`) return true
  const stored = await bucket.get(name)
  return stored !== null && bytes.equals(stored.bytes)
}

/** What the bucket lists: an answer to one name may be a cache's. */
async function count(bucket: Bucket, names: string[]): Promise<void> {
  const missing = new Set(names)
  for await (const stored of bucket.list()) for (const name of stored) missing.delete(name)
  if (missing.size > 0)
    throw new MoveError(
      `The bucket lists ${names.length - missing.size} of ${names.length} files. No file was removed.`,
    )
}

/** Several at a time. Where one fails, none begins after it, and all have ended before its error is thrown. */
async function forEach(names: string[], work: (name: string) => Promise<void>): Promise<void> {
  const waiting = oneByOne(names)
  const take = async () => {
    for (const name of waiting) await work(name)
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, take))
  const failure = ends.find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

/** Unlike an array's own iterator, a generator is at its end for everybody once one loop over it is left. */
function* oneByOne(names: string[]): Generator<string> {
  yield* names
}
