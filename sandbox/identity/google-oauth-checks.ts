import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns the OAuth error for an invalid authorization request, or null. */
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

/**
 * Reports whether the URI is a valid redirect URI of an installed app, which uses 127.0.0.1 with its own port
 * (RFC 8252).
 */
export function isLoopbackRedirect(uri: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d{1,5}(\/[^#]*)?$/.test(uri) && URL.canParse(uri)
}

/** Reports whether the challenge is the verifier's SHA-256 digest (RFC 7636). */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  const digest = createHash('sha256').update(verifier).digest('base64url')
  return timingSafeEqual(Buffer.from(digest), Buffer.from(challenge))
}

function isChallenge(value: string | null): boolean {
  return /^[\w-]{43}$/.test(value ?? '')
}
