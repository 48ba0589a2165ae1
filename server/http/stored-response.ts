/** The bytes and headers of a public response. Its `forms`, plain and compressed, are made on first use. */
export interface StoredResponse {
  body: Buffer
  /** The `Content-Type` of the response. */
  type: string
  /** An entity tag without quotes and without the suffix for the encoding. */
  tag: string
  headers: Record<string, string>
  /** True if the response may be sent for more than one request. */
  isStored: boolean
  forms: Map<string, EncodedBody | Promise<EncodedBody>>
}

/**
 * A response in one encoding. It has its own strong entity tag, because its bytes differ from those of other
 * encodings.
 */
export interface EncodedBody {
  body: Buffer
  /** The value of `ETag`, in quotes. */
  tag: string
  /** Alternating names and values, as `writeHead` accepts them. */
  headers: string[]
  /** The headers of a 304 response. */
  validators: string[]
}

/**
 * Copies data to be cached into a buffer of its own. A buffer from Node's pool would keep all 64 KB of the
 * shared pool in memory.
 */
export function ownBytes(from: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(from))
  if (typeof from === 'string') bytes.write(from)
  else from.copy(bytes)
  return bytes
}
