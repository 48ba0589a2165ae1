import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Encoder } from './encoder.ts'
import type { PhotoCaller } from './images.ts'
import { hashFileName, getPhotoName } from './photo-file-names.ts'
import type { FoundPhoto, PhotoStore } from './photo-store.ts'

/**
 * JPEG versions of our stored photos. Each is made on the first request and then stored next to the original.
 */
export interface Jpegs {
  /**
   * Finds or makes a JPEG.
   * @param name a name from `getJpegName`
   * @throws ProblemError `service-unavailable` if many are being made or the bucket does not respond; any
   * error from the caller's `countMaking`
   */
  find(name: string, caller: PhotoCaller): Promise<FoundPhoto | null>
}

/** Maximum number of JPEGs made concurrently. Uploads need the same worker processes. */
const MAX_CONCURRENT = 8

export function createJpegs(photos: PhotoStore, encoder: Encoder): Jpegs {
  const pendingJpegs = new Map<string, Promise<Uint8Array | null>>()

  async function make(name: string, clientKey: string): Promise<Uint8Array | null> {
    const full = await read(photos, getPhotoName(hashFileName(name)!, 'full'))
    if (full === null) return null
    const jpeg = await encoder.toJpeg(full, clientKey)
    await photos.put(name, jpeg)
    return jpeg
  }

  /** Makes a JPEG only once, even if several callers request it concurrently. */
  function makeOnce(name: string, clientKey: string): Promise<Uint8Array | null> {
    const existing = pendingJpegs.get(name)
    if (existing) return existing
    if (pendingJpegs.size >= MAX_CONCURRENT) throw busyProblem()
    const pending = make(name, clientKey).finally(() => pendingJpegs.delete(name))
    pendingJpegs.set(name, pending)
    return pending
  }

  async function makeForCaller(
    name: string,
    { clientKey, countMaking }: PhotoCaller,
  ): Promise<Uint8Array | null> {
    await countMaking()
    return makeOnce(name, clientKey)
  }

  return {
    async find(name, caller) {
      const bytes = (await read(photos, name)) ?? (await makeForCaller(name, caller))
      return bytes && { bytes, etag: `"${name}"` }
    },
  }
}

async function read(photos: PhotoStore, name: string): Promise<Uint8Array | null> {
  const photo = await photos.find(name)
  if (photo === null || 'bytes' in photo) return photo && photo.bytes
  try {
    return await readFile(join(photo.folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function busyProblem(): ProblemError {
  return new ProblemError('service-unavailable', { headers: { 'Retry-After': '5' } })
}
