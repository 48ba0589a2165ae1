import { importJWK, type CryptoKey, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { ProblemError } from '../../../contract/api/problems.ts'

/**
 * The age in milliseconds after which the keys are fetched again. Services publish a new key some time before
 * they sign with it.
 */
const FRESH_MS = 10 * 60_000
/** Maximum age in milliseconds of keys that are still used if fetching them fails. */
const STALE_MS = 24 * 3600_000
const RETRY_MS = 10_000
const TIMEOUT_MS = 5000

interface KeyOptions {
  retryMs?: number
  timeoutMs?: number
  /** A monotonic clock in milliseconds. Only differences between its values matter. */
  now?: () => number
}

type Keys = ReadonlyMap<string, CryptoKey>

/**
 * Returns the public keys at a URL (JWK Set, RFC 7517), for `jwtVerify`. They are fetched on demand. After a
 * failure, or for a token with an unknown key, they are fetched at most once per `retryMs`.
 * @throws ProblemError `service-unavailable` with `Retry-After` while it is unknown whether the key exists
 */
export function createRemoteKeys(
  url: string,
  { retryMs = RETRY_MS, timeoutMs = TIMEOUT_MS, now = () => performance.now() }: KeyOptions = {},
): JWTVerifyGetKey<CryptoKey> {
  let cachedKeys: Keys = new Map()
  let fetchedAt = -Infinity
  let requestedAt = -Infinity
  let failure: unknown = null
  let pending: Promise<void> | null = null

  const ageOf = (moment: number) => now() - moment

  async function refetch(): Promise<void> {
    try {
      cachedKeys = await fetchKeys(url, timeoutMs)
      fetchedAt = now()
      failure = null
    } catch (error) {
      failure = error
    }
    requestedAt = now()
    pending = null
  }

  /** Fetches the keys. Concurrent calls share one request. */
  function refresh(): Promise<void> {
    if (!pending && ageOf(requestedAt) < retryMs) return Promise.resolve()
    pending ??= refetch()
    return pending
  }

  function find(kid: string | undefined): CryptoKey | undefined {
    return ageOf(fetchedAt) < STALE_MS ? cachedKeys.get(kid ?? '') : undefined
  }

  return async ({ kid }) => {
    if (ageOf(fetchedAt) >= FRESH_MS) void refresh()
    if (!find(kid)) await refresh()
    const key = find(kid)
    if (key) return key
    if (!failure) throw new Error('No such key')
    throw unavailable(retryMs - ageOf(requestedAt), failure)
  }
}

const keySet = z.object({ keys: z.array(z.unknown()) })
const signingKey = z.looseObject({
  kid: z.string().min(1),
  kty: z.literal('RSA'),
  use: z.literal('sig').default('sig'),
})

/**
 * Fetches the usable signing keys from the key server.
 * @throws Error if the response has no usable key
 */
export async function fetchKeys(url: string, timeoutMs: number): Promise<Keys> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The key server answered ${response.status}`)
  const { keys } = keySet.parse(await response.json())
  const usable = new Map((await Promise.all(keys.map(readKey))).filter((key) => key !== null))
  if (usable.size === 0) throw new Error('The key server has no key')
  return usable
}

/**
 * Parses a key.
 * @returns null if the key is malformed or of an unsupported kind. All usable keys remain available.
 */
async function readKey(jwk: unknown): Promise<[kid: string, key: CryptoKey] | null> {
  const { data } = signingKey.safeParse(jwk)
  if (!data) return null
  try {
    return [data.kid, await importJWK(data, 'RS256')]
  } catch {
    return null
  }
}

function unavailable(waitMs: number, cause: unknown): ProblemError {
  return new ProblemError('service-unavailable', {
    detail: 'We can’t check sign-ins right now. Try again in a moment.',
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
    cause,
  })
}
