import type { FoundPicture } from './picture-store.ts'
import type { SweptStore } from './swept-store.ts'

/**
 * A stored photo in its three sizes. Its addresses are paths on this server or URLs of the configured host.
 */
export interface StoredImage {
  /**
   * SHA-256 of the uploaded bytes, in hex; another value of that form if the photo with that hash may be
   * about to be removed.
   */
  hash: string
  url: string
  mediumUrl: string
  thumbUrl: string
  width: number
  height: number
  /** Size of the full-size file, in bytes. */
  bytes: number
}

/** The caller who requests a photo. */
export interface PictureCaller {
  /** The network of the request; networks are served round-robin. */
  clientKey: string
  /** Called if a missing photo would have to be made. If it throws, none is made. */
  countMaking(): Promise<void>
}

export interface ImageGateway {
  /**
   * Re-encodes a JPEG, PNG, or WebP photo, upright and without metadata, and stores it here or at the
   * configured host.
   * @param clientKey the account or network that sends it; they are served round-robin
   * @throws ProblemError `unsupported-image` for other types, or if the photo is damaged, too slow to encode,
   * or over 40 megapixels or 16,383 pixels on a side; `service-unavailable` while the host, the bucket, or
   * the worker does not respond
   */
  store(picture: Buffer, clientKey: string): Promise<StoredImage>
  /**
   * Finds the photo that `/images` serves under a `pictureName` or `jpegName`.
   * @throws ProblemError `service-unavailable` while the bucket does not respond, or while many JPEGs are
   * being made
   */
  find(name: string, asker: PictureCaller): Promise<FoundPicture | null>
  /** The folder and the bucket that store photos. A configured host manages its own photos. */
  readonly swept: readonly SweptStore[]
  close(): Promise<void>
}

/** The key that our image host expects; it is public, as imgbb's is in a browser. */
export const PUBLIC_IMAGE_KEY = 'kerblight'
