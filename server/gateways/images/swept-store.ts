import { imageSizes, getJpegName, getPhotoName } from './photo-file-names.ts'
import type { StoreOwner } from './store-owner.ts'

/** A folder or bucket of photos, from which a sweep removes unused ones. */
export interface SweptStore {
  readonly name: string
  readOwner(): Promise<StoreOwner | null>
  writeOwner(owner: StoreOwner): Promise<void>
  list(): AsyncIterable<string[]>
  /**
   * Removes a file unless it was stored in the last hour. The upload of such a recent file may not be
   * recorded yet.
   */
  remove(name: string): Promise<Removal>
}

export type Removal = 'removed' | 'absent' | 'recent'

export async function isInUse(store: SweptStore): Promise<boolean> {
  if ((await store.readOwner()) !== null) return true
  for await (const names of store.list()) if (names.length > 0) return true
  return false
}

export interface PhotoRemoval {
  files: number
  isComplete: boolean
}

/** Removes a photo's files in all sizes, except recent ones. */
export async function removePhoto(store: SweptStore, hash: string, maxFiles: number): Promise<PhotoRemoval> {
  let files = 0
  let isComplete = true
  for (const name of [...imageSizes.map((size) => getPhotoName(hash, size)), getJpegName(hash)]) {
    if (files >= maxFiles) return { files, isComplete: false }
    const removal = await store.remove(name)
    if (removal === 'removed') files++
    isComplete &&= removal !== 'recent'
  }
  return { files, isComplete }
}
