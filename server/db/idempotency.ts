import { ProblemError } from '../../contract/api/problems.ts'

/**
 * The properties that identify a repeated request: the client's key, and a digest of the body that it came
 * with.
 */
export interface Idempotency {
  key: string
  digest: string
}

/**
 * Verifies that a key is used for only one payload (draft-ietf-httpapi-idempotency-key-header, 2.7).
 * @throws ProblemError `key-reused` unless this is the request that the key was used for
 */
export function checkRepeat(sent: Idempotency, first: { idempotency_digest: string | null }): void {
  if (first.idempotency_digest !== null && first.idempotency_digest !== sent.digest)
    throw new ProblemError('key-reused')
}
