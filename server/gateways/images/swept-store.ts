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
  /** False if recent files of the picture were left. */
  isComplete: boolean
}

/** Removes the files of a picture in all sizes. */
export async function removePicture(store: SweptStore, hash: string): Promise<PictureRemoval> {
  const names = [...imageSizes.map((size) => pictureName(hash, size)), jpegName(hash)]
  const removals: Removal[] = []
  for (const name of names) removals.push(await store.remove(name))
  return {
    files: removals.filter((removal) => removal === 'removed').length,
    isComplete: !removals.includes('recent'),
  }
}
