import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createUnavailableError, type Bucket } from './bucket.ts'
import { hashFileName, imageSizes, getPhotoName } from './photo-file-names.ts'
import { RECENT_MS, type PhotoStore } from './photo-store.ts'
import { formatOwner, OWNER_NAME, parseOwner, type StoreOwner } from './store-owner.ts'
import type { SweptStore } from './swept-store.ts'

const CACHE_BYTES = 64 * 1024 * 1024
/**
 * Maximum age of a cached photo in milliseconds. Another process may have removed the photo in the
 * bucket.
 */
const CACHE_MS = RECENT_MS
/**
 * Half the minimum age at which a sweep removes a photo, in milliseconds. If a photo is younger, it can be
 * stored again without a sweep in progress removing it afterward.
 */
const SAFE_MS = RECENT_MS / 2

type StoredPhoto = Awaited<ReturnType<Bucket['get']>> & object

/**
 * Stores photos in a bucket. Recently served photos are cached in memory and are still served while the
 * bucket does not respond.
 * @param folder the folder with photos from before the bucket was configured. It is also searched until they
 * are moved.
 */
export function createPhotoBucket(bucket: Bucket, folder: PhotoStore, cacheMs = CACHE_MS): PhotoStore {
  let isProbing = false
  const cached = new LRUCache<string, StoredPhoto>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.byteLength + 1,
    ttl: cacheMs,
    fetchMethod: async (name) => (await read(name)) ?? undefined,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
  })

  async function fetchStoredPhoto(name: string): Promise<StoredPhoto | undefined> {
    try {
      return await cached.fetch(name)
    } catch (error) {
      const stale = cached.get(name, { allowStale: true })
      if (stale) return stale
      throw error
    }
  }

  /**
   * Reads a photo. While the bucket does not respond, one read at a time probes it, and all others are
   * rejected immediately. Browsers send only six requests at a time, so waiting photos would block the rest
   * of a page.
   */
  async function read(name: string): Promise<StoredPhoto | null> {
    if (!bucket.isUnreachable()) return bucket.get(name)
    if (isProbing) throw createUnavailableError()
    isProbing = true
    try {
      return await bucket.get(name)
    } finally {
      isProbing = false
    }
  }

  const sweptBucket: SweptStore = {
    name: `the bucket ${bucket.name}`,

    readOwner: () => readBucketOwner(bucket),

    writeOwner: (owner) => bucket.put(OWNER_NAME, formatOwner(owner)),

    async *list() {
      for await (const names of bucket.list()) yield names.filter((name) => hashFileName(name) !== null)
    },

    async remove(name) {
      const age = await getPhotoAge(name)
      if (age === null) return 'absent'
      if (age < RECENT_MS) return 'recent'
      await bucket.delete(name)
      cached.delete(name)
      return 'removed'
    },
  }

  async function getPhotoAge(name: string): Promise<number | null> {
    const object = await bucket.head(name)
    return object && Date.now() - object.putAt.getTime()
  }

  return {
    /**
     * Returns a new hash if an old object exists. A sweep in any process may have checked that object and be
     * about to remove it, along with a photo stored under the same name. The margin covers clock differences
     * of up to 15 minutes. S3 rejects larger ones.
     */
    async hashFor(hash) {
      const ages = await Promise.all(imageSizes.map((size) => getPhotoAge(getPhotoName(hash, size))))
      if (ages.every((age) => age === null || age < SAFE_MS)) return hash
      return createHash('sha256').update(`${hash} ${randomUUID()}`).digest('hex')
    },

    put: (name, bytes) => bucket.put(name, bytes),

    find: async (name) => (await fetchStoredPhoto(name)) ?? folder.find(name),

    swept: [...folder.swept, sweptBucket],

    async close() {
      bucket.close()
      await folder.close()
    },
  }
}

export async function readBucketOwner(bucket: Bucket): Promise<StoreOwner | null> {
  const object = await bucket.get(OWNER_NAME)
  return object && parseOwner(object.bytes)
}
