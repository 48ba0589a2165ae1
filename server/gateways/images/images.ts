/** A stored picture in its three sizes. Addresses are paths on this server, or those of the configured host. */
export interface StoredImage {
  /** SHA-256 of the uploaded bytes, hex. */
  hash: string
  url: string
  mediumUrl: string
  thumbUrl: string
  width: number
  height: number
  bytes: number
}

export interface ImageGateway {
  /**
   * Re-encodes a JPEG, PNG or WebP picture (metadata dropped, turned upright) and keeps it, here or at the host.
   * @throws ProblemError `unsupported-image` for anything else, damaged or over 40 megapixels;
   * `service-unavailable` while the host or the worker does not answer.
   */
  store(picture: Buffer): Promise<StoredImage>
  /** Removes a picture's files; a host's pictures expire there. */
  remove(hash: string): Promise<void>
  close(): Promise<void>
}
