import { importJWK, type CryptoKey, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod'
import { ProblemError } from '../../../contract/api/problems.ts'

/** After this they are fetched anew; a service shows a new key some time before it signs with it. */
const FRESH_MS = 10 * 60_000
/** So long keys go on counting that cannot be fetched anew. */
const STALE_MS = 24 * 3600_000
const RETRY_MS = 10_000
const TIMEOUT_MS = 5000

interface KeyOptions {
  retryMs?: number
  timeoutMs?: number
  /** A clock in milliseconds, from any moment on. */
  now?: () => number
}

type Keys = ReadonlyMap<string, CryptoKey>

/**
 * The public keys at an address (JWK Set, RFC 7517), for `jwtVerify`. They are fetched when they are needed, and at most
 * every `retryMs` where that fails or a token names a key that is not among them.
 * @throws ProblemError `service-unavailable` with `Retry-After` while nobody can tell whether there is such a key
 */
export function remoteKeys(
  url: string,
  { retryMs = RETRY_MS, timeoutMs = TIMEOUT_MS, now = () => performance.now() }: KeyOptions = {},
): JWTVerifyGetKey<CryptoKey> {
  let known: Keys = new Map()
  let fetchedAt = -Infinity
  let askedAt = -Infinity
  let failure: unknown = null
  let pending: Promise<void> | null = null

  const ageOf = (moment: number) => now() - moment

  async function fetchAnew(): Promise<void> {
    try {
      known = await fetchKeys(url, timeoutMs)
      fetchedAt = now()
      failure = null
    } catch (error) {
      failure = error
    }
    askedAt = now()
    pending = null
  }

  /** Who needs a key now waits for this, and for no second request. */
  function refresh(): Promise<void> {
    if (!pending && ageOf(askedAt) < retryMs) return Promise.resolve()
    pending ??= fetchAnew()
    return pending
  }

  function find(kid: string | undefined): CryptoKey | undefined {
    return ageOf(fetchedAt) < STALE_MS ? known.get(kid ?? '') : undefined
  }

  return async ({ kid }) => {
    if (ageOf(fetchedAt) >= FRESH_MS) void refresh()
    if (!find(kid)) await refresh()
    const key = find(kid)
    if (key) return key
    if (!failure) throw new Error('No such key')
    throw unavailable(retryMs - ageOf(askedAt), failure)
  }
}

const keySet = z.object({ keys: z.array(z.unknown()) })
const signingKey = z.looseObject({
  kid: z.string().min(1),
  kty: z.literal('RSA'),
  use: z.literal('sig').default('sig'),
})

/** @throws Error if the server does not answer with a usable key */
export async function fetchKeys(url: string, timeoutMs: number): Promise<Keys> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The key server answered ${response.status}`)
  const { keys } = keySet.parse(await response.json())
  const usable = new Map((await Promise.all(keys.map(readKey))).filter((key) => key !== null))
  if (usable.size === 0) throw new Error('The key server has no key')
  return usable
}

/** Null for one of another kind, and for one that is broken: the others are as good without it. */
async function readKey(given: unknown): Promise<[kid: string, key: CryptoKey] | null> {
  const { data } = signingKey.safeParse(given)
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
