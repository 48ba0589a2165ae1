export interface WebPhotos {
  /**
   * Fetches a photo from a public IP address, without following redirects, up to the maximum upload size.
   * @throws PhotoFetchError, or the signal's reason
   */
  fetchPhoto(address: string, signal: AbortSignal): Promise<Buffer>
}

/** An error whose message and fix are complete sentences for the seller. */
export class PhotoFetchError extends Error {
  override readonly name = 'PhotoFetchError'
  readonly fix: string

  constructor(message: string, fix: string, cause?: unknown) {
    super(message, { cause })
    this.fix = fix
  }
}

/** Thrown if the host could not be looked up or did not respond. Its other photos would fail, too. */
export class HostUnreachableError extends PhotoFetchError {}
