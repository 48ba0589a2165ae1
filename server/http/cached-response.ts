import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { ownBytes, type StoredResponse, type EncodedBody } from './stored-response.ts'
import { isNotModified } from './entity-tags.ts'

/** Minimum size in bytes for compression. Below it, compression costs more than it saves. */
const MIN_PACKED = 1024

/** Compressors for cached responses, best first. */
const packers = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: windowFor(body.length) },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/**
 * Compressors for responses that are sent once. They need a tenth of the work and produce a third more bytes.
 * Compressing takes less time than handing the work over to another thread.
 */
const quickPackers: typeof packers = {
  br: async (body) => brotliCompressSync(body, { params: quickBrotli }),
  gzip: async (body) => gzipSync(body, { level: constants.Z_BEST_SPEED }),
}
/** The window is 64 KB, because allocating the default window takes longer than the compression. */
const quickBrotli = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 }

/**
 * Returns a window size in bits that fits the data. Allocating the default window takes as long as
 * compressing a page.
 */
function windowFor(bytes: number): number {
  const { BROTLI_MIN_WINDOW_BITS: min, BROTLI_DEFAULT_WINDOW: max } = constants
  return Math.min(max, Math.max(min, Math.ceil(Math.log2(bytes + 16))))
}

type Encoding = keyof typeof packers | 'identity'

/**
 * The response to send: the encoding that the client requested, or 304 without a body if the client already
 * has the content.
 */
export interface CachedResponse {
  status: 200 | 304
  headers: string[]
  body: Buffer | undefined
}

export async function cachedResponse(req: IncomingMessage, answer: StoredResponse): Promise<CachedResponse> {
  return toResponse(req, answer, await formFor(req, answer))
}

/** Returns the response immediately if its encoding has already been made; otherwise, null. */
export function readyResponse(req: IncomingMessage, answer: StoredResponse): CachedResponse | null {
  const form = formFor(req, answer)
  return form instanceof Promise ? null : toResponse(req, answer, form)
}

function toResponse(req: IncomingMessage, { tag }: StoredResponse, form: EncodedBody): CachedResponse {
  const known = req.headers['if-none-match']
  // The tag of any encoding matches, because all encodings have the same content.
  if (known === form.tag || isNotModified(known, [`"${tag}"`, `"${tag}.br"`, `"${tag}.gzip"`]))
    return { status: 304, headers: form.validators, body: undefined }
  return { status: 200, headers: form.headers, body: req.method === 'HEAD' ? undefined : form.body }
}

/** Sends a cached response through a response object that already has other headers. */
export async function sendCached(
  req: IncomingMessage,
  res: ServerResponse,
  answer: StoredResponse,
): Promise<void> {
  const { status, headers, body } = await cachedResponse(req, answer)
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at]!, headers[at + 1]!)
  res.statusCode = status
  res.end(body)
}

function formFor(req: IncomingMessage, answer: StoredResponse): EncodedBody | Promise<EncodedBody> {
  const encoding =
    answer.body.length < MIN_PACKED ? 'identity' : encodings.memo(req.headers['accept-encoding'] ?? '')
  const known = answer.forms.get(encoding)
  if (known) return known
  const form = makeForm(answer, encoding)
  answer.forms.set(encoding, form)
  void form.then(
    (made) => answer.forms.set(encoding, made),
    () => answer.forms.delete(encoding),
  )
  return form
}

async function makeForm(answer: StoredResponse, encoding: Encoding): Promise<EncodedBody> {
  const body = encoding === 'identity' ? answer.body : await pack(answer, encoding)
  const tag = encoding === 'identity' ? `"${answer.tag}"` : `"${answer.tag}.${encoding}"`
  const validators = Object.entries(answer.headers).flat()
  validators.push('ETag', tag, 'Vary', 'Origin, Authorization, Accept-Encoding')
  const headers = [...validators, 'Content-Type', answer.type]
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  headers.push('Content-Length', String(body.length))
  return { body, tag, headers, validators }
}

async function pack({ body, isStored }: StoredResponse, encoding: keyof typeof packers): Promise<Buffer> {
  if (!isStored) return quickPackers[encoding](body)
  return ownBytes(await packers[encoding](body))
}

/**
 * Encodings by `Accept-Encoding` header. Few different headers occur, and parsing one takes longer than
 * everything else in a response.
 */
const encodings = new LRUCache<string, Encoding, void>({ max: 100, memoMethod: chooseEncoding })

/**
 * Chooses the encoding that we prefer among those the client accepts. The client's own preferences are
 * ignored.
 */
function chooseEncoding(accepted: string): Encoding {
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(Object.keys(packers))
  return (Object.keys(packers) as Encoding[]).find((encoding) => taken.includes(encoding)) ?? 'identity'
}
