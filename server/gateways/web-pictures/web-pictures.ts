/** Brings pictures from the hosts of others. */
export interface WebPictures {
  /**
   * From a public address alone, without following where it leads, and no more than an upload may have.
   * @throws PictureFetchError; the signal's reason
   */
  fetchPhoto(address: string, signal: AbortSignal): Promise<Buffer>
}

/** Says why, and what to do, in sentences for the seller. */
export class PictureFetchError extends Error {
  override readonly name = 'PictureFetchError'
  readonly fix: string

  constructor(message: string, fix: string, cause?: unknown) {
    super(message, { cause })
    this.fix = fix
  }
}

/** Thrown if the lookup of the host failed, or the host did not answer: its other photos would fail the same way. */
export class HostUnreachableError extends PictureFetchError {}
