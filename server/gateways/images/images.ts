import type { FoundPhoto } from './photo-store.ts'
import type { SweptStore } from './swept-store.ts'

/** A stored photo. Its URLs are paths on this server or full URLs on the configured host. */
export interface StoredImage {
  /**
   * The SHA-256 of the uploaded bytes, in hex. If the photo with that hash may be about to be removed, this
   * is a random value of the same form.
   */
  hash: string
  url: string
  mediumUrl: string
  thumbUrl: string
  width: number
  height: number
  /** The size of the full-size file. */
  bytes: number
  /** The photo's difference hash, or null if it is nearly uniform. Copies have similar hashes. */
  look: string | null
}

export interface PhotoCaller {
  /** The network that the request comes from. Networks are served round-robin. */
  clientKey: string
  /** Counts a missing JPEG before it is made. If this throws, the JPEG is not made. */
  countMaking(): Promise<void>
}

export interface ImageGateway {
  /**
   * Re-encodes a JPEG, PNG, or WebP photo, upright and without metadata, and stores it here or at the
   * configured host.
   * @param clientKey the account or network that sends the photo. Clients are served round-robin.
   * @throws ProblemError `unsupported-image` for other types, or if the photo is damaged, too slow to encode,
   * or over 40 megapixels or 16,383 pixels on a side; `service-unavailable` while the host, the bucket, or
   * the worker does not respond
   */
  store(photo: Buffer, clientKey: string): Promise<StoredImage>
  /**
   * Finds the photo of `/images/{name}`, whose name is from `getPhotoName` or `getJpegName`.
   * @throws ProblemError `service-unavailable` while the bucket does not respond, or while many JPEGs are
   * being made
   */
  find(name: string, caller: PhotoCaller): Promise<FoundPhoto | null>
  /** The folder and bucket that store photos. A configured host manages its own photos. */
  readonly swept: readonly SweptStore[]
  close(): Promise<void>
}

/** The API key that our image host expects. It is public, like an imgbb key in a browser. */
export const PUBLIC_IMAGE_KEY = 'kerblight'
