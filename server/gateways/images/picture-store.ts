/** Where pictures are kept: a folder or a bucket. Names are `pictureName`'s. */
export interface PictureStore {
  /** The hash to keep a picture under: its own, unless a sweep may be about to remove what lies there. */
  hashFor(hash: string): Promise<string>
  /** Whole or not at all. */
  put(name: string, bytes: Uint8Array): Promise<void>
  find(name: string): Promise<FoundPicture | null>
  /** Names, in batches. */
  list(): AsyncIterable<string[]>
  /** Removes a picture, unless it was put in the last hour: then its upload may not be noted yet. */
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** In a folder under its name, if it is anywhere; or its bytes. */
export type FoundPicture = { folder: string } | { bytes: Uint8Array; etag: string }

export const RECENT_MS = 3600_000
