import { imageSizes, jpegName, pictureName } from './picture-names.ts'
import type { StoreOwner } from './store-owner.ts'

/** A folder or bucket of pictures, as the sweep sees it. */
export interface SweptStore {
  /** Tells the operator which folder or bucket it is. */
  readonly name: string
  readOwner(): Promise<StoreOwner | null>
  writeOwner(owner: StoreOwner): Promise<void>
  /** Lists the names of the pictures, in batches. */
  list(): AsyncIterable<string[]>
  /** Removes a file, unless it was put in the last hour: then its upload may not be noted yet. */
  remove(name: string): Promise<Removal>
}

export type Removal = 'removed' | 'absent' | 'recent'

/** Reports if a store already belongs to an installation or holds pictures. */
export async function isInUse(store: SweptStore): Promise<boolean> {
  if ((await store.readOwner()) !== null) return true
  for await (const names of store.list()) if (names.length > 0) return true
  return false
}

export interface PictureRemoval {
  files: number
  /** False if files of the picture are left. */
  isComplete: boolean
}

/** Removes files of a picture, in all sizes but up to a number, except for recent ones. */
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
