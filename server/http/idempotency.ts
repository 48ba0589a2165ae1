import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { invalidField } from '../../contract/problems.ts'
import type { Idempotency } from '../db/idempotency.ts'

const MAX_KEY = 255

/** @param body as it was parsed: what does not count does not tell two requests apart. */
export function readIdempotency(req: Request, body: unknown): Idempotency | null {
  const key = req.get('Idempotency-Key')
  if (!key) return null
  if (key.length > MAX_KEY) throw invalidField('Idempotency-Key', `Use at most ${MAX_KEY} characters.`)
  return { key, digest: createHash('sha256').update(JSON.stringify(body)).digest('base64url') }
}
