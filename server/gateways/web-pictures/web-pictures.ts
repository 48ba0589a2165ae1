/** A client that fetches photos from other hosts. */
export interface WebPictures {
  /**
   * Fetches a photo, but only from a public IP address, without following redirects, and only up to the
   * maximum upload size.
   * @throws PictureFetchError; the signal's reason
   */
  fetchPhoto(address: string, signal: AbortSignal): Promise<Buffer>
}

/** An error whose message explains the cause and the fix to the seller in full sentences. */
export class PictureFetchError extends Error {
  override readonly name = 'PictureFetchError'
  readonly fix: string

  constructor(message: string, fix: string, cause?: unknown) {
    super(message, { cause })
    this.fix = fix
  }
}

/**
 * Thrown if the host could not be looked up or did not respond. Its other photos would therefore fail, too.
 */
export class HostUnreachableError extends PictureFetchError {}
