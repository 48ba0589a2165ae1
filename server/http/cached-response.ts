import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { copyBytes, type StoredResponse, type EncodedBody } from './stored-response.ts'
import { isNotModified } from './entity-tags.ts'

/** Minimum body size in bytes for compression. Below it, compression costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1024

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_LGWIN]: chooseWindow(body.length),
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/**
 * Compressors for responses that are sent only once. They need a tenth of the CPU time of `compressors`, and
 * their output is a third larger. They are synchronous, because handing the work to another thread would take longer.
 */
const fastCompressors: typeof compressors = {
  br: async (body) => brotliCompressSync(body, { params: fastBrotliOptions }),
  gzip: async (body) => gzipSync(body, { level: constants.Z_BEST_SPEED }),
}
/** The window is 64 KB. Allocating the default window takes longer than the compression itself. */
const fastBrotliOptions = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 }

/**
 * Returns a window size in bits that fits the data. Allocating the default window takes as long as
 * compressing a page.
 */
function chooseWindow(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: min, BROTLI_DEFAULT_WINDOW: max } = constants
  return Math.min(max, Math.max(min, Math.ceil(Math.log2(bytes + 16))))
}

type Encoding = keyof typeof compressors | 'identity'

/**
 * The response to send: a body in an encoding that the client accepts, or a 304 if the client already has the
 * content.
 */
export interface CachedResponse {
  status: 200 | 304
  headers: string[]
  body: Buffer | undefined
}

export async function encodeCachedResponse(
  req: IncomingMessage,
  response: StoredResponse,
): Promise<CachedResponse> {
  return toResponse(req, response, await getEncodedBody(req, response))
}

/** Returns the response, or null if it has not been encoded yet. */
export function findReadyResponse(req: IncomingMessage, response: StoredResponse): CachedResponse | null {
  const encodedBody = getEncodedBody(req, response)
  return encodedBody instanceof Promise ? null : toResponse(req, response, encodedBody)
}

function toResponse(req: IncomingMessage, { tag }: StoredResponse, encodedBody: EncodedBody): CachedResponse {
  const ifNoneMatch = req.headers['if-none-match']
  // All encodings have the same content, so the tag of any of them matches.
  if (
    ifNoneMatch === encodedBody.tag ||
    isNotModified(ifNoneMatch, [`"${tag}"`, `"${tag}.br"`, `"${tag}.gzip"`])
  )
    return { status: 304, headers: encodedBody.validators, body: undefined }
  return {
    status: 200,
    headers: encodedBody.headers,
    body: req.method === 'HEAD' ? undefined : encodedBody.body,
  }
}

export async function sendCached(
  req: IncomingMessage,
  res: ServerResponse,
  response: StoredResponse,
): Promise<void> {
  const { status, headers, body } = await encodeCachedResponse(req, response)
  for (let index = 0; index < headers.length; index += 2) res.setHeader(headers[index]!, headers[index + 1]!)
  res.statusCode = status
  res.end(body)
}

function getEncodedBody(req: IncomingMessage, response: StoredResponse): EncodedBody | Promise<EncodedBody> {
  const encoding =
    response.body.length < MIN_COMPRESSED_BYTES
      ? 'identity'
      : encodings.memo(req.headers['accept-encoding'] ?? '')
  const existing = response.forms.get(encoding)
  if (existing) return existing
  const encodedBody = encodeBody(response, encoding)
  response.forms.set(encoding, encodedBody)
  void encodedBody.then(
    (body) => response.forms.set(encoding, body),
    () => response.forms.delete(encoding),
  )
  return encodedBody
}

async function encodeBody(response: StoredResponse, encoding: Encoding): Promise<EncodedBody> {
  const body = encoding === 'identity' ? response.body : await compress(response, encoding)
  const tag = encoding === 'identity' ? `"${response.tag}"` : `"${response.tag}.${encoding}"`
  const validators = Object.entries(response.headers).flat()
  validators.push('ETag', tag, 'Vary', 'Origin, Authorization, Accept-Encoding')
  const headers = [...validators, 'Content-Type', response.type]
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  headers.push('Content-Length', String(body.length))
  return { body, tag, headers, validators }
}

async function compress(
  { body, isStored }: StoredResponse,
  encoding: keyof typeof compressors,
): Promise<Buffer> {
  if (!isStored) return fastCompressors[encoding](body)
  return copyBytes(await compressors[encoding](body))
}

/**
 * Encodings by `Accept-Encoding` header. Only a few headers are common, and parsing one takes longer than the
 * rest of a response.
 */
const encodings = new LRUCache<string, Encoding, void>({ max: 100, memoMethod: chooseEncoding })

/**
 * Chooses our preferred encoding among those that the client accepts. The client's own preferences are
 * ignored.
 */
function chooseEncoding(acceptEncoding: string): Encoding {
  const acceptedEncodings = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(
    Object.keys(compressors),
  )
  return (
    (Object.keys(compressors) as Encoding[]).find((encoding) => acceptedEncodings.includes(encoding)) ??
    'identity'
  )
}
