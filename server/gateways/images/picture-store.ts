import type { SweptStore } from './swept-store.ts'

/** A store for photos: a folder or a bucket. Names come from `pictureName` or `jpegName`. */
export interface PictureStore {
  /**
   * Returns the hash to store a photo under. It is the photo's own hash, unless a sweep may be about to
   * remove the photo stored under it.
   */
  hashFor(hash: string): Promise<string>
  /** Writes a photo completely or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  find(name: string): Promise<FoundPicture | null>
  /** The folder and the bucket that store photos. */
  readonly swept: readonly SweptStore[]
  close(): Promise<void>
}

/** A photo's bytes, or the folder that contains the photo under its name if it exists at all. */
export type FoundPicture = { folder: string } | { bytes: Uint8Array; etag: string }

export const RECENT_MS = 3600_000
