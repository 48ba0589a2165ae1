import type { SweptStore } from './swept-store.ts'

/** Where pictures are kept: a folder or a bucket. Names are `pictureName`'s. */
export interface PictureStore {
  /** The hash to keep a picture under: its own, unless a sweep may be about to remove what lies there. */
  hashFor(hash: string): Promise<string>
  /** Whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  find(name: string): Promise<FoundPicture | null>
  /** The folder and the bucket that pictures are in. */
  readonly swept: readonly SweptStore[]
  close(): Promise<void>
}

/** In a folder under its name, if it is anywhere; or its bytes. */
export type FoundPicture = { folder: string } | { bytes: Uint8Array; etag: string }

export const RECENT_MS = 3600_000
