import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { PublicConfig } from '../../contract/config.ts'
import type { Rejection } from '../../contract/desktop/desktop-channels.ts'
import { listenForRedirect } from './loopback.ts'
import { buildRequestOptions, readJsonResponse, type Fetch } from './json-response.ts'
import { createRejection } from './api-call.ts'
import { googleAddress } from '../links/external-addresses.ts'

export interface GoogleOptions {
  config: PublicConfig
  fetch: Fetch
  /** Resolves to false if no browser opens. */
  openBrowser: (address: string) => Promise<boolean>
  /** Aborted when the user retries or leaves. */
  signal: AbortSignal
  timeoutMs?: number
}

const THREE_MINUTES_MS = 3 * 60_000

const tokens = z.object({ id_token: z.string().max(8192) })

export type GoogleSignInResult = { ok: true; idToken: string } | Rejection

/**
 * Signs in with Google in the system's browser, because Google rejects embedded browsers. Uses the
 * authorization code flow with PKCE (RFC 7636, S256) and a redirect to this machine (RFC 8252). Exchanges the
 * code for an ID token, which the identity service accepts.
 */
export async function signInWithGoogle(options: GoogleOptions): Promise<GoogleSignInResult> {
  const { config, fetch, openBrowser, timeoutMs = THREE_MINUTES_MS } = options
  if (!config.googleDesktop) return failure('unavailable', 'Google sign-in isn’t set up on this server.')
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([options.signal, timeout])
  const { emulatorUrl } = config.identity
  const state = randomText()
  const verifier = randomText()
  try {
    const { redirectUri, received } = await listenForRedirect(state, signal)
    signal.throwIfAborted()
    const address = new URL(googleAddress(emulatorUrl))
    address.search = new URLSearchParams({
      client_id: config.googleDesktop.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    if (!(await openBrowser(address.href)))
      return failure('failed', 'We couldn’t open a browser to sign in with Google.')
    const redirectParams = await received
    const code = redirectParams.get('code')
    if (redirectParams.get('error') === 'access_denied') return googleCancelled
    if (code === null) return failure('failed', 'Google refused the sign-in. Try again.')

    const response = await fetch(tokenAddress(emulatorUrl), {
      ...buildRequestOptions(signal),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: config.googleDesktop.clientId,
        client_secret: config.googleDesktop.clientSecret,
        code_verifier: verifier,
      }).toString(),
    })
    const parsed = tokens.safeParse(await readJsonResponse(response))
    if (!response.ok || !parsed.success)
      return failure('failed', 'Google didn’t confirm the sign-in. Try again.')
    return { ok: true, idToken: parsed.data.id_token }
  } catch {
    if (options.signal.aborted) return googleCancelled
    if (timeout.aborted) return failure('timed-out', 'Signing in with Google took too long. Try again.')
    return failure('failed', 'Signing in with Google didn’t work. Check your connection and try again.')
  }
}

export const googleCancelled = failure('cancelled', 'Signing in with Google was canceled')

function tokenAddress(emulatorUrl: string | null): string {
  return emulatorUrl === null ? 'https://oauth2.googleapis.com/token' : `${emulatorUrl}/google/token`
}

/** Returns 256 random bits. */
function randomText(): string {
  return randomBytes(32).toString('base64url')
}

function failure(reason: 'cancelled' | 'timed-out' | 'unavailable' | 'failed', message: string): Rejection {
  return createRejection(`auth/google-${reason}`, 0, message)
}
