import * as z from 'zod'
import type { Rejection } from '../../contract/desktop/desktop-channels.ts'
import type { PublicConfig } from '../../contract/config.ts'
import { buildRequestOptions, readJsonResponse, type Fetch } from './json-response.ts'
import { createRejection } from './api-call.ts'
import { tokens, type Tokens } from './proof.ts'

/**
 * The part of the identity service's REST API that the console uses
 * (cloud.google.com/identity-platform/docs/reference/rest).
 */
export interface IdentityToolkit {
  /** Calls one of the API's account methods, such as `accounts:signUp`. Never rejects. */
  account: <T>(method: string, body: object, output: z.ZodType<T>) => Promise<CallResult<T>>
  /** Gets a new ID token, which includes the account's latest changes. */
  refresh: (refreshToken: string) => Promise<CallResult<Tokens>>
}

type CallResult<T> = { ok: true; data: T } | Rejection

const TIMEOUT_MS = 20_000

/** Named as in the response to a refresh. */
const freshTokens = z
  .object({ id_token: tokens.shape.idToken, refresh_token: tokens.shape.refreshToken })
  .transform(({ id_token: idToken, refresh_token: refreshToken }): Tokens => ({ idToken, refreshToken }))

export function createIdentityToolkit(fetch: Fetch, identity: PublicConfig['identity']): IdentityToolkit {
  const host = (name: string) =>
    identity.emulatorUrl === null ? `https://${name}` : `${identity.emulatorUrl}/${name}`
  const toolkit = host('identitytoolkit.googleapis.com')
  const secureToken = host('securetoken.googleapis.com')

  async function post<T>(address: string, body: object, output: z.ZodType<T>): Promise<CallResult<T>> {
    try {
      const response = await fetch(`${address}?key=${encodeURIComponent(identity.apiKey)}`, {
        ...buildRequestOptions(AbortSignal.timeout(TIMEOUT_MS)),
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      })
      const json = await readJsonResponse(response)
      const parsed = output.safeParse(json)
      return response.ok && parsed.success ? { ok: true, data: parsed.data } : readRejection(json)
    } catch {
      return createIdentityRejection('network-request-failed')
    }
  }

  return {
    account: (method, body, output) => post(`${toolkit}/v1/accounts:${method}`, body, output),
    refresh: (refreshToken) =>
      post(
        `${secureToken}/v1/token`,
        { grant_type: 'refresh_token', refresh_token: refreshToken },
        freshTokens,
      ),
  }
}

const failed = z.object({ error: z.object({ message: z.string() }) })
const unconfirmed = z.object({ needConfirmation: z.literal(true) })

/** The Firebase SDK's error codes, by the service's error names. */
const CODES: Record<string, string> = {
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'requires-recent-login',
  EMAIL_EXISTS: 'email-already-in-use',
  EMAIL_NOT_FOUND: 'user-not-found',
  INVALID_EMAIL: 'invalid-email',
  INVALID_ID_TOKEN: 'user-token-expired',
  INVALID_IDP_RESPONSE: 'invalid-credential',
  INVALID_LOGIN_CREDENTIALS: 'invalid-credential',
  INVALID_PASSWORD: 'wrong-password',
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: 'weak-password',
  RESET_PASSWORD_EXCEED_LIMIT: 'too-many-requests',
  TOKEN_EXPIRED: 'user-token-expired',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'too-many-requests',
  USER_DISABLED: 'user-disabled',
  USER_NOT_FOUND: 'user-token-expired',
  WEAK_PASSWORD: 'weak-password',
}

/**
 * Reads an error such as `{"error": {"message": "WEAK_PASSWORD : Password should be at least 6
 * characters"}}`.
 */
function readRejection(json: unknown): Rejection {
  // The status is 200, although the address belongs to another account.
  if (unconfirmed.safeParse(json).success) {
    return createIdentityRejection('account-exists-with-different-credential')
  }
  const parsed = failed.safeParse(json)
  const name = parsed.success ? (parsed.data.error.message.split(' ')[0] ?? '') : ''
  return createIdentityRejection(CODES[name] ?? 'internal-error')
}

/** Builds the error for a code. The page has its own messages for the codes that users encounter. */
export function createIdentityRejection(code: string): Rejection {
  return createRejection(`auth/${code}`, 0, 'We couldn’t sign you in. Try again.')
}
