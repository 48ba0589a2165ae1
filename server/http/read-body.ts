import express, { type Request, type RequestHandler } from 'express'
import { ProblemError } from '../../contract/problems.ts'

/** The largest JSON body: a car with its longest texts, or 200 ids, fits several times. */
const JSON_LIMIT = '100kb'
const EVENT_LIMIT = '1mb'
const JSON_TYPES = ['application/json', 'application/*+json']

/**
 * Reads a JSON object or list into `req.body`; nothing at all counts as an object without fields.
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

/** Reads one of Stripe's events, unpacked and otherwise as it came: the signature covers the bytes. */
export function readEventBytes(): RequestHandler[] {
  return [express.raw({ limit: EVENT_LIMIT, type: () => true })]
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(req: Request, bytes: Buffer): unknown {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(req.get('content-type') ?? '')?.[1]
  // RFC 8259, 8.1: JSON between systems is UTF-8.
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

function withoutBody({ headers }: Request): object {
  const isEmpty =
    headers['content-length'] === '0' || !('content-length' in headers || 'transfer-encoding' in headers)
  if (!isEmpty) throw new ProblemError('unsupported-media-type')
  return {}
}
