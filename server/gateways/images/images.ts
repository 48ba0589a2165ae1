import type { FoundPicture } from './picture-store.ts'
import type { SweptStore } from './swept-store.ts'

/** A stored picture in its three sizes. Addresses are paths on this server, or those of the configured host. */
export interface StoredImage {
  /** SHA-256 of the uploaded bytes, hex; another such number where a picture of that hash may be about to go. */
  hash: string
  url: string
  mediumUrl: string
  thumbUrl: string
  width: number
  height: number
  /** Of the full size. */
  bytes: number
}

/** Who asks for a picture. */
export interface PictureCaller {
  /** The network that it comes from: these take turns. */
  whose: string
  /** Called where one that isn't there yet would have to be made. Where it throws, none is. */
  countMaking(): Promise<void>
}

export interface ImageGateway {
  /**
   * Re-encodes a JPEG, PNG or WebP picture (metadata dropped, turned upright) and keeps it, here or at the host.
   * @param whose the account or network that sends it: these take turns
   * @throws ProblemError `unsupported-image` for anything else, damaged, over 40 megapixels or 16,383 pixels on a side,
   * or too slow to encode; `service-unavailable` while the host, the bucket or the worker does not answer.
   */
  store(picture: Buffer, whose: string): Promise<StoredImage>
  /**
   * What `/images` serves under a `pictureName` or `jpegName`.
   * @throws ProblemError `service-unavailable` while the bucket does not answer, or many JPEGs are being made
   */
  find(name: string, asker: PictureCaller): Promise<FoundPicture | null>
  /** The folder and the bucket that pictures are in. A configured host takes care of its own. */
  readonly swept: readonly SweptStore[]
  close(): Promise<void>
}

/** The key that our image host expects; it is public, as imgbb's is in a browser. */
export const PUBLIC_IMAGE_KEY = 'kerblight'
