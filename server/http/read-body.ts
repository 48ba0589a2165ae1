import express, { type Request, type RequestHandler } from 'express'
import { ProblemError } from '../../contract/api/problems.ts'

/**
 * Maximum size of a JSON body. It is several times the size of 200 IDs, or of a car with the longest
 * possible fields.
 */
const JSON_LIMIT = '100kb'
const EVENT_LIMIT = '1mb'
/**
 * Maximum size of a form body. The only form is an email client's one-click unsubscribe request, which
 * has a single field. The limit is low, because grouping fields by name takes quadratic time.
 */
const FORM_LIMIT = '10kb'
const MAX_FIELDS = 10
const JSON_TYPES = ['application/json', 'application/*+json']
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Reads a JSON object or array into `req.body`. An empty body counts as an object without fields.
 * @throws ProblemError `unreadable-body`, `invalid-json`, `body-too-large`, `unsupported-media-type`
 */
export function readJson(): RequestHandler[] {
  return [
    express.raw({ limit: JSON_LIMIT, type: JSON_TYPES }),
    (req, _res, next) => {
      req.body = Buffer.isBuffer(req.body) ? parseJson(req, req.body) : withoutBody(req)
      next()
    },
  ]
}

/**
 * Reads the same bodies as `readJson`, as well as forms, URL-encoded or multipart. A form becomes an object,
 * in which repeated names become arrays.
 * @throws ProblemError the same as `readJson`
 */
export function readJsonOrForm(): RequestHandler[] {
  return [
    express.raw({ limit: JSON_LIMIT, type: JSON_TYPES }),
    express.raw({ limit: FORM_LIMIT, type: FORM_TYPES }),
    async (req, _res, next) => {
      if (!Buffer.isBuffer(req.body)) req.body = withoutBody(req)
      else req.body = req.is(FORM_TYPES) ? await parseForm(req, req.body) : parseJson(req, req.body)
      next()
    },
  ]
}

/**
 * Reads a Stripe event unparsed, because its signature covers the bytes. Compressed bodies are rejected:
 * Stripe sends none, and unsigned callers should not cause work.
 * @throws ProblemError `body-too-large`, `unsupported-media-type`
 */
export function readEventBytes(): RequestHandler[] {
  return [express.raw({ limit: EVENT_LIMIT, type: () => true, inflate: false })]
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(req: Request, bytes: Buffer): unknown {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(req.get('content-type') ?? '')?.[1]
  // JSON that systems exchange must be UTF-8 (RFC 8259, 8.1).
  if (charset && !/^utf-?8$/i.test(charset)) throw new ProblemError('unsupported-media-type')
  if (bytes.length === 0) return {}
  try {
    const parsed: unknown = JSON.parse(utf8.decode(bytes))
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch (error) {
    throw new ProblemError('invalid-json', { cause: error })
  }
  throw new ProblemError('invalid-json')
}

async function parseForm(req: Request, bytes: Buffer): Promise<unknown> {
  const headers = { 'content-type': req.get('content-type')! }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch((cause: unknown) => {
    throw new ProblemError('unreadable-body', { cause })
  })
  if ([...form].length > MAX_FIELDS) throw new ProblemError('unreadable-body')
  const names = [...new Set(form.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [value, ...others] = form.getAll(name)
      return [name, others.length > 0 ? [value, ...others] : value]
    }),
  )
}

function withoutBody({ headers }: Request): object {
  const isEmpty =
    headers['content-length'] === '0' || !('content-length' in headers || 'transfer-encoding' in headers)
  if (!isEmpty) throw new ProblemError('unsupported-media-type')
  return {}
}
