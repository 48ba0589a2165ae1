import type { SweptStore } from './swept-store.ts'

/** A store for photos: a folder or a bucket. Names are those from `getPhotoName` or `getJpegName`. */
export interface PhotoStore {
  /**
   * Returns the hash for storing a photo: its own hash, unless a sweep may be about to remove the
   * photo stored under it.
   */
  hashFor(hash: string): Promise<string>
  /** Writes a photo completely or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  find(name: string): Promise<FoundPhoto | null>
  readonly swept: readonly SweptStore[]
  close(): Promise<void>
}

/** A photo's bytes, or the folder to read it from. The folder may not contain the photo. */
export type FoundPhoto = { folder: string } | { bytes: Uint8Array; etag: string }

export const RECENT_MS = 3600_000
