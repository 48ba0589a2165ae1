import { createHash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { unavailable, type Bucket } from './bucket.ts'
import { hashOfName, imageSizes, pictureName } from './picture-names.ts'
import { RECENT_MS, type PictureStore } from './picture-store.ts'
import { formatOwner, OWNER_NAME, parseOwner, type StoreOwner } from './store-owner.ts'
import type { SweptStore } from './swept-store.ts'

const KEPT_BYTES = 64 * 1024 * 1024
/** Another process may have removed a picture since. */
const KEPT_MS = RECENT_MS
/** Half of what a sweep waits, so that one which looks now cannot remove what is put again after this look. */
const SAFE_MS = RECENT_MS / 2

type Picture = Awaited<ReturnType<Bucket['get']>> & object

/**
 * Keeps pictures in a bucket. What was shown last stays in memory, and is shown on while the bucket does not answer.
 * @param folder where pictures lie that were kept before there was a bucket: served until they are moved
 */
export function createPictureBucket(bucket: Bucket, folder: PictureStore, keptMs = KEPT_MS): PictureStore {
  let isProbing = false
  const kept = new LRUCache<string, Picture>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.byteLength + 1,
    ttl: keptMs,
    fetchMethod: async (name) => (await read(name)) ?? undefined,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
  })

  async function show(name: string): Promise<Picture | undefined> {
    try {
      return await kept.fetch(name)
    } catch (error) {
      const stale = kept.get(name, { allowStale: true })
      if (stale) return stale
      throw error
    }
  }

  /**
   * Once the bucket is silent, one read at a time asks whether it answers again, and the others are refused at once: a
   * browser asks for six things at a time, and pictures that hang would keep the rest of a page waiting.
   */
  async function read(name: string): Promise<Picture | null> {
    if (!bucket.isUnreachable()) return bucket.get(name)
    if (isProbing) throw unavailable()
    isProbing = true
    try {
      return await bucket.get(name)
    } finally {
      isProbing = false
    }
  }

  const own: SweptStore = {
    name: `the bucket ${bucket.name}`,

    readOwner: () => readBucketOwner(bucket),

    writeOwner: (owner) => bucket.put(OWNER_NAME, formatOwner(owner)),

    async *list() {
      for await (const names of bucket.list()) yield names.filter((name) => hashOfName(name) !== null)
    },

    async remove(name) {
      const age = await ageOf(name)
      if (age === null) return 'absent'
      if (age < RECENT_MS) return 'recent'
      await bucket.delete(name)
      kept.delete(name)
      return 'removed'
    },
  }

  async function ageOf(name: string): Promise<number | null> {
    const found = await bucket.head(name)
    return found && Date.now() - found.putAt.getTime()
  }

  return {
    /**
     * A sweep of any process may be between its look at an old object and its removal, and would take what is put there
     * meanwhile. So nothing is put where something old lies. Clocks may differ by a quarter of an hour: S3 refuses more.
     */
    async hashFor(hash) {
      const ages = await Promise.all(imageSizes.map((size) => ageOf(pictureName(hash, size))))
      if (ages.every((age) => age === null || age < SAFE_MS)) return hash
      return createHash('sha256').update(`${hash} ${randomUUID()}`).digest('hex')
    },

    put: (name, bytes) => bucket.put(name, bytes),

    find: async (name) => (await show(name)) ?? folder.find(name),

    swept: [...folder.swept, own],

    async close() {
      bucket.close()
      await folder.close()
    },
  }
}

export async function readBucketOwner(bucket: Bucket): Promise<StoreOwner | null> {
  const found = await bucket.get(OWNER_NAME)
  return found && parseOwner(found.bytes)
}
