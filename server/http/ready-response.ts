import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ReadyAnswer } from './ready-answers.ts'

/** Below this, packing costs more than it saves. */
const MIN_PACKED = 1024

const packers = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

type Encoding = keyof typeof packers | null

/** Sends the form that the client asked for, or 304 where it has it. A strong tag differs for each encoding. */
export async function sendReady(
  req: IncomingMessage,
  res: ServerResponse,
  answer: ReadyAnswer,
): Promise<void> {
  const encoding = answer.body.length < MIN_PACKED ? null : chooseEncoding(req.headers['accept-encoding'])
  for (const name in answer.headers) res.setHeader(name, answer.headers[name]!)
  res.setHeader('ETag', encoding ? `"${answer.tag}.${encoding}"` : `"${answer.tag}"`)
  res.setHeader('Vary', 'Origin, Authorization, Accept-Encoding')
  if (hasAlready(req.headers['if-none-match'], answer.tag)) {
    res.statusCode = 304
    res.end()
    return
  }
  const body = encoding ? await pack(answer, encoding) : answer.body
  res.statusCode = 200
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (encoding) res.setHeader('Content-Encoding', encoding)
  res.setHeader('Content-Length', body.length)
  res.end(req.method === 'HEAD' ? undefined : body)
}

function pack(answer: ReadyAnswer, encoding: keyof typeof packers): Promise<Buffer> {
  let packed = answer.packed.get(encoding)
  if (!packed) {
    packed = packers[encoding](answer.body)
    answer.packed.set(encoding, packed)
  }
  return packed
}

function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return null
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : null
}

function accepts(accepted: string, encoding: string): boolean {
  const at = accepted.split(',').find((part) => part.trim().split(';')[0]!.trim() === encoding)
  return at !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(at)
}

/** RFC 9110, 13.1.2: compared weakly, and for any encoding, since all of them hold the same. */
function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((part) => part === `"${tag}"` || part === `"${tag}.br"` || part === `"${tag}.gzip"`)
}
