import { ProblemError } from '../../contract/api/problems.ts'

/** What makes a repeat known: the client's key, and a digest of the body it came with. */
export interface Idempotency {
  key: string
  digest: string
}

/**
 * draft-ietf-httpapi-idempotency-key-header, 2.7: one key, one payload.
 * @throws ProblemError `key-reused` unless this is the request that the key was used for.
 */
export function checkRepeat(sent: Idempotency, first: { idempotency_digest: string | null }): void {
  if (first.idempotency_digest !== null && first.idempotency_digest !== sent.digest)
    throw new ProblemError('key-reused')
}
