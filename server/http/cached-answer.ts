/** A public answer's bytes and headers. Its `forms`, plain and compressed, are made when first asked for. */
export interface CachedAnswer {
  body: Buffer
  /** Its `Content-Type`. */
  type: string
  /** An entity tag without quotes and without the encoding's suffix. */
  tag: string
  headers: Record<string, string>
  /** Whether more than one request gets it. */
  isStored: boolean
  forms: Map<string, EncodedAnswer | Promise<EncodedAnswer>>
}

/** An answer in one encoding. Its strong tag is its own, since the bytes are. */
export interface EncodedAnswer {
  body: Buffer
  /** As it stands in `ETag`, in quotes. */
  tag: string
  /** Names and values in turn, as `writeHead` takes them. */
  headers: string[]
  /** Those of a 304. */
  validators: string[]
}

/** For what is kept: of Node's pool it would hold 64 KB that others have used. */
export function ownBytes(from: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(from))
  if (typeof from === 'string') bytes.write(from)
  else from.copy(bytes)
  return bytes
}
