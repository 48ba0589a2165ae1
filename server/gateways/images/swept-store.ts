import { imageSizes, jpegName, pictureName } from './picture-names.ts'
import type { StoreOwner } from './store-owner.ts'

/** A folder or bucket of photos, as the sweep sees it. */
export interface SweptStore {
  /** A description of the folder or bucket for the operator. */
  readonly name: string
  readOwner(): Promise<StoreOwner | null>
  writeOwner(owner: StoreOwner): Promise<void>
  /** Lists the names of the photos, in batches. */
  list(): AsyncIterable<string[]>
  /**
   * Removes a file, unless it was stored in the last hour. The upload of a newer file may not be recorded
   * yet.
   */
  remove(name: string): Promise<Removal>
}

export type Removal = 'removed' | 'absent' | 'recent'

/** Reports whether a store already belongs to an installation or contains photos. */
export async function isInUse(store: SweptStore): Promise<boolean> {
  if ((await store.readOwner()) !== null) return true
  for await (const names of store.list()) if (names.length > 0) return true
  return false
}

export interface PictureRemoval {
  files: number
  /** False if some of the photo's files remain. */
  isComplete: boolean
}

/**
 * Removes the files of a photo in all sizes, except recent files.
 * @param most maximum number of files to remove
 */
export async function removePicture(store: SweptStore, hash: string, most: number): Promise<PictureRemoval> {
  let files = 0
  let isComplete = true
  for (const name of [...imageSizes.map((size) => pictureName(hash, size)), jpegName(hash)]) {
    if (files >= most) return { files, isComplete: false }
    const removal = await store.remove(name)
    if (removal === 'removed') files++
    isComplete &&= removal !== 'recent'
  }
  return { files, isComplete }
}
