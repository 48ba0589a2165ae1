/** The bytes and headers of a public response. Its encodings (`forms`) are made on first use. */
export interface StoredResponse {
  body: Buffer
  type: string
  /** The entity tag without quotes and encoding suffix. */
  tag: string
  headers: Record<string, string>
  /** True if the response may be sent for more than one request. */
  isStored: boolean
  forms: Map<string, EncodedBody | Promise<EncodedBody>>
}

/**
 * A response body in one encoding. Its bytes differ from those of other encodings, so it has its own strong
 * entity tag.
 */
export interface EncodedBody {
  body: Buffer
  tag: string
  /** Alternating names and values, as `writeHead` expects them. */
  headers: string[]
  validators: string[]
}

/**
 * Copies data that will be cached into a separate buffer. A buffer from Node's pool would keep the whole 64
 * KB pool in memory.
 */
export function copyBytes(source: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(source))
  if (typeof source === 'string') bytes.write(source)
  else source.copy(bytes)
  return bytes
}
