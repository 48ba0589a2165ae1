import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Encoder } from './encoder.ts'
import type { PictureCaller } from './images.ts'
import { hashOfName, pictureName } from './picture-names.ts'
import type { FoundPicture, PictureStore } from './picture-store.ts'

/**
 * JPEG versions of our stored photos. Each JPEG is made when it is first requested, and then stored next to
 * the original.
 */
export interface Jpegs {
  /**
   * Finds or makes a JPEG.
   * @param name a `jpegName`
   * @throws ProblemError `service-unavailable` while many are being made, or if the bucket does not respond;
   * any error from the caller's `countMaking`
   */
  find(name: string, asker: PictureCaller): Promise<FoundPicture | null>
}

/**
 * Maximum number of JPEGs that are made concurrently. It is limited because uploads need the same processes.
 */
const MOST_AT_ONCE = 8

export function createJpegs(pictures: PictureStore, encoder: Encoder): Jpegs {
  const making = new Map<string, Promise<Uint8Array | null>>()

  async function make(name: string, clientKey: string): Promise<Uint8Array | null> {
    const full = await read(pictures, pictureName(hashOfName(name)!, 'full'))
    if (full === null) return null
    const jpeg = await encoder.toJpeg(full, clientKey)
    await pictures.put(name, jpeg)
    return jpeg
  }

  /** Makes a JPEG only once, however many callers request it concurrently. */
  function makeOnce(name: string, clientKey: string): Promise<Uint8Array | null> {
    const known = making.get(name)
    if (known) return known
    if (making.size >= MOST_AT_ONCE) throw busy()
    const made = make(name, clientKey).finally(() => making.delete(name))
    making.set(name, made)
    return made
  }

  async function madeFor(
    name: string,
    { clientKey, countMaking }: PictureCaller,
  ): Promise<Uint8Array | null> {
    await countMaking()
    return makeOnce(name, clientKey)
  }

  return {
    async find(name, asker) {
      const bytes = (await read(pictures, name)) ?? (await madeFor(name, asker))
      return bytes && { bytes, etag: `"${name}"` }
    },
  }
}

async function read(pictures: PictureStore, name: string): Promise<Uint8Array | null> {
  const found = await pictures.find(name)
  if (found === null || 'bytes' in found) return found && found.bytes
  try {
    return await readFile(join(found.folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function busy(): ProblemError {
  return new ProblemError('service-unavailable', { headers: { 'Retry-After': '5' } })
}
