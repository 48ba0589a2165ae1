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

type Encoding = keyof typeof packers | 'identity'

/** An answer in one encoding. Its strong tag is its own, since the bytes are. */
export interface ReadyForm {
  body: Buffer
  /** Names and values in turn, as `writeHead` takes them. */
  headers: string[]
  /** Those of a 304. */
  validators: string[]
}

/** What goes out: the form that the client asked for, or 304 without a body where it has it already. */
export interface ReadyResponse {
  status: 200 | 304
  headers: string[]
  body: Buffer | undefined
}

export async function readyResponse(req: IncomingMessage, answer: ReadyAnswer): Promise<ReadyResponse> {
  const encoding =
    answer.body.length < MIN_PACKED ? 'identity' : chooseEncoding(req.headers['accept-encoding'])
  const form = await formOf(answer, encoding)
  if (hasAlready(req.headers['if-none-match'], answer.tag))
    return { status: 304, headers: form.validators, body: undefined }
  return { status: 200, headers: form.headers, body: req.method === 'HEAD' ? undefined : form.body }
}

/** Sends it on a response that has other headers already. */
export async function sendReady(
  req: IncomingMessage,
  res: ServerResponse,
  answer: ReadyAnswer,
): Promise<void> {
  const { status, headers, body } = await readyResponse(req, answer)
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at]!, headers[at + 1]!)
  res.statusCode = status
  res.end(body)
}

function formOf(answer: ReadyAnswer, encoding: Encoding): Promise<ReadyForm> {
  let form = answer.forms.get(encoding)
  if (!form) {
    form = makeForm(answer, encoding)
    answer.forms.set(encoding, form)
  }
  return form
}

async function makeForm(answer: ReadyAnswer, encoding: Encoding): Promise<ReadyForm> {
  const body = encoding === 'identity' ? answer.body : await packers[encoding](answer.body)
  const tag = encoding === 'identity' ? answer.tag : `${answer.tag}.${encoding}`
  const validators = Object.entries(answer.headers).flat()
  validators.push('ETag', `"${tag}"`, 'Vary', 'Origin, Authorization, Accept-Encoding')
  const headers = [...validators, 'Content-Type', answer.type]
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  headers.push('Content-Length', String(body.length))
  return { body, headers, validators }
}

function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

function accepts(accepted: string, encoding: string): boolean {
  if (!accepted.includes(encoding)) return false
  const part = accepted.split(',').find((part) => part.split(';')[0]!.trim() === encoding)
  return part !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(part)
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
