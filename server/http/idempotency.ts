import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { invalidField, ProblemError } from '../../contract/problems.ts'

/** What makes a repeat known: the client's key, and a digest of the body it came with. */
export interface Idempotency {
  key: string
  digest: string
}

const MAX_KEY = 255

/** @param body as it was parsed: what does not count does not tell two requests apart. */
export function readIdempotency(req: Request, body: unknown): Idempotency | null {
  const key = req.get('Idempotency-Key')
  if (!key) return null
  if (key.length > MAX_KEY) throw invalidField('Idempotency-Key', `Use at most ${MAX_KEY} characters.`)
  return { key, digest: createHash('sha256').update(JSON.stringify(body)).digest('base64url') }
}

/**
 * draft-ietf-httpapi-idempotency-key-header, 2.7: one key, one payload.
 * @throws ProblemError `key-reused` unless this is the request that the key was used for.
 */
export function checkRepeat(sent: Idempotency, first: { idempotency_digest: string | null }): void {
  if (first.idempotency_digest !== null && first.idempotency_digest !== sent.digest)
    throw new ProblemError('key-reused')
}
