import { ProblemError } from '../../contract/api/problems.ts'

/** The identity of a repeated request: the client's key and a digest of the request body. */
export interface Idempotency {
  key: string
  digest: string
}

/**
 * Verifies that a key is used for only one payload (draft-ietf-httpapi-idempotency-key-header, 2.7).
 * @throws ProblemError `key-reused` if the key was used for a different request
 */
export function checkRepeat(sent: Idempotency, first: { idempotency_digest: string | null }): void {
  if (first.idempotency_digest !== null && first.idempotency_digest !== sent.digest)
    throw new ProblemError('key-reused')
}
