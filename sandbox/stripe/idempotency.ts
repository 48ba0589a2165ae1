import { createHash } from 'node:crypto'
import { StripeProblem } from './problem.ts'
import type { IdempotencyRecord, Store } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** https://docs.stripe.com/api-v2-overview#idempotency */
const V1_KEY_MS = DAY_MS
const V2_KEY_MS = 30 * DAY_MS

interface IdempotentResponse {
  status: number
  body: string
  requestId: string
}

/**
 * A registry that runs each request with an idempotency key only once:
 * https://docs.stripe.com/api/idempotent_requests
 */
export interface IdempotencyKeys {
  /**
   * Returns the response to an earlier request with this key, or null if this request should run. In the
   * latter case, the caller must call `release` afterward.
   * @throws if the key is in use right now (409) or was used for a different request (400)
   */
  begin(key: string, path: string, params: unknown): IdempotentResponse | null
  /**
   * Stores the response before the state is saved. Null means that nothing was executed, so the key remains
   * unused.
   */
  keep(key: string, path: string, params: unknown, response: IdempotentResponse | null): void
  release(key: string): void
}

export function createIdempotencyKeys(store: Store, now: () => number): IdempotencyKeys {
  const running = new Set<string>()

  return {
    begin(key, path, params) {
      if (key.length > 255) {
        throw new StripeProblem(400, {
          type: 'invalid_request_error',
          message: 'Idempotency keys can be at most 255 characters long.',
        })
      }
      const stored = store.idempotency.get(key)
      const isFresh = stored !== undefined && !isKeyExpired(stored, now())
      if (isFresh) checkSameRequest(stored, key, path, params)
      if (running.has(key)) {
        throw new StripeProblem(409, {
          type: 'invalid_request_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        })
      }
      if (isFresh) return stored
      running.add(key)
      return null
    },
    keep(key, path, params, response) {
      if (response) {
        store.idempotency.put(key, { path, paramsHash: hashParams(params), ...response, createdAt: now() })
      }
    },
    release(key) {
      running.delete(key)
    },
  }
}

export function isKeyExpired({ path, createdAt }: IdempotencyRecord, now: number): boolean {
  return now - createdAt >= (path.startsWith('/v2/') ? V2_KEY_MS : V1_KEY_MS)
}

function checkSameRequest(stored: IdempotencyRecord, key: string, path: string, params: unknown) {
  if (stored.path !== path) {
    throw mismatch(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs. '${stored.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  if (stored.paramsHash !== hashParams(params)) {
    throw mismatch(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
}

function mismatch(message: string): StripeProblem {
  return new StripeProblem(400, { type: 'idempotency_error', message })
}

/** Hashes the parameters, so that no card number is stored. */
function hashParams(params: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(params)))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return { list: value.map(sorted) }
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => [key, sorted(entry)])
}
