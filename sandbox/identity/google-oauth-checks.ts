import { createHash, timingSafeEqual } from 'node:crypto'

/** What OAuth answers to an authorization request that is not as it should be, or null. */
export function findRequestError(params: URLSearchParams): Record<string, string> | null {
  if (params.get('response_type') !== 'code') {
    return { error: 'unsupported_response_type', error_description: 'response_type must be code' }
  }
  if (!params.get('scope')?.split(' ').includes('openid')) {
    return { error: 'invalid_scope', error_description: 'scope must contain openid' }
  }
  if (params.get('code_challenge_method') !== 'S256' || !isChallenge(params.get('code_challenge'))) {
    return { error: 'invalid_request', error_description: 'code_challenge with the method S256 is required' }
  }
  return null
}

/** RFC 8252: an installed app listens on a port of its own, on the loopback address and not the name localhost. */
export function isLoopbackRedirect(uri: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d{1,5}(\/[^#]*)?$/.test(uri) && URL.canParse(uri)
}

/** RFC 7636: the challenge is the verifier's SHA-256. */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const digest = createHash('sha256').update(verifier).digest('base64url')
  return timingSafeEqual(Buffer.from(digest), Buffer.from(challenge))
}

/** A SHA-256 digest in base64url. */
function isChallenge(value: string | null): boolean {
  return /^[\w-]{43}$/.test(value ?? '')
}
