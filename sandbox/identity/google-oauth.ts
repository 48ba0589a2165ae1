import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { UnsecuredJWT } from 'jose'
import { z } from 'zod'
import type { EmulatorProject } from './emulator.ts'
import { listProviderAccounts, sendChooser, type AccountClaims } from './google-chooser.ts'
import { findRequestError, isLoopbackRedirect, matchesChallenge } from './google-oauth-checks.ts'
import { sendPage } from './html.ts'

const CODE_LIFE_MS = 10 * 60 * 1000
const TOKEN_LIFE_SECONDS = 3600

const account = z.object({
  sub: z.string().min(1).max(255),
  email: z
    .string()
    .min(3)
    .max(320)
    .regex(/^[^@\s]+@[^@\s]+$/),
  name: z.string().max(256).optional(),
  picture: z.string().max(2048).optional(),
})

interface Grant {
  clientId: string
  redirectUri: string
  challenge: string
  scope: string
  claims: AccountClaims
  expiresAt: number
}

/** The parameters that the account page passes on. */
const carried = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const

export interface GoogleOAuth {
  authorize(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void>
  token(req: IncomingMessage, res: ServerResponse): Promise<void>
}

/**
 * Creates Google's OAuth 2.0 endpoints for an installed app (RFC 8252: loopback redirect, RFC 7636: PKCE with
 * S256). Any client ID and secret are accepted; everything else is validated as Google does. The ID token is
 * unsigned, so only the emulator accepts it. Codes are stored in memory, expire after ten minutes, and can be
 * used once.
 */
export function createGoogleOAuth(project: EmulatorProject, now = Date.now): GoogleOAuth {
  const grants = new Map<string, Grant>()

  async function authorize(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    const params = req.method === 'POST' ? await readForm(req) : url.searchParams
    if (!params) return sendPage(res, 400, blocked('The request is not a form.'))
    const repeated = carried.find((name) => params.getAll(name).length > 1)
    if (repeated) return sendPage(res, 400, blocked(`The parameter ${repeated} is repeated.`))
    const clientId = params.get('client_id') ?? ''
    const redirectUri = params.get('redirect_uri') ?? ''
    // Errors can't be sent to the client before these two parameters are validated (RFC 6749, 4.1.2.1).
    if (!clientId) return sendPage(res, 400, blocked('Missing required parameter: client_id'))
    if (!isLoopbackRedirect(redirectUri)) {
      return sendPage(res, 400, blocked('redirect_uri must be http://127.0.0.1 with a port and no fragment.'))
    }
    const requestError = findRequestError(params)
    if (requestError) return redirectBack(res, params, requestError)

    if (req.method !== 'POST') {
      const fields = Object.fromEntries(carried.map((name) => [name, params.get(name) ?? '']))
      const accounts = listProviderAccounts(project, 'google.com')
      return sendChooser(res, 'Google', accounts, { kind: 'form', action: '/google/authorize', fields })
    }
    const chosen = params.get('account')
    if (!chosen) return redirectBack(res, params, { error: 'access_denied' })
    const claims = account.safeParse(parseJson(chosen))
    if (!claims.success) return sendPage(res, 400, blocked('The chosen account cannot be read.'))

    dropExpired()
    const code = `4/${randomBytes(32).toString('base64url')}`
    grants.set(code, {
      clientId,
      redirectUri,
      challenge: params.get('code_challenge') ?? '',
      scope: params.get('scope') ?? '',
      claims: claims.data,
      expiresAt: now() + CODE_LIFE_MS,
    })
    redirectBack(res, params, { code, scope: params.get('scope') ?? '' })
  }

  async function token(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== 'POST') return sendError(res, 405, 'invalid_request', 'Only POST is allowed')
    const form = await readForm(req)
    if (!form) return sendError(res, 400, 'invalid_request', 'The body must be a form')
    for (const name of [
      'grant_type',
      'code',
      'redirect_uri',
      'client_id',
      'client_secret',
      'code_verifier',
    ]) {
      const values = form.getAll(name)
      if (values.length === 1 && values[0]) continue
      if (name === 'client_id' || name === 'client_secret') {
        return sendError(res, 401, 'invalid_client', `Missing parameter: ${name}`)
      }
      return sendError(res, 400, 'invalid_request', `Missing or repeated parameter: ${name}`)
    }
    if (form.get('grant_type') !== 'authorization_code') {
      return sendError(res, 400, 'unsupported_grant_type', 'Only authorization_code is supported')
    }
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    // A failed attempt also uses up the code, so that no one can guess verifiers.
    grants.delete(code)
    if (!grant || grant.expiresAt <= now())
      return sendError(res, 400, 'invalid_grant', 'Malformed auth code.')
    if (grant.clientId !== form.get('client_id')) return sendError(res, 400, 'invalid_grant', 'Bad Request')
    if (grant.redirectUri !== form.get('redirect_uri')) {
      return sendError(res, 400, 'redirect_uri_mismatch', 'Bad Request')
    }
    if (!matchesChallenge(form.get('code_verifier') ?? '', grant.challenge)) {
      return sendError(res, 400, 'invalid_grant', 'Invalid code verifier.')
    }
    sendJson(res, 200, {
      access_token: `ya29.sandbox-${randomBytes(24).toString('base64url')}`,
      expires_in: TOKEN_LIFE_SECONDS - 1,
      scope: grant.scope,
      token_type: 'Bearer',
      id_token: createIdToken(grant),
    })
  }

  function createIdToken({ clientId, claims }: Grant): string {
    const issuedAt = Math.floor(now() / 1000)
    return new UnsecuredJWT({ ...claims, email_verified: true, azp: clientId })
      .setIssuer('https://accounts.google.com')
      .setAudience(clientId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_LIFE_SECONDS)
      .encode()
  }

  function dropExpired(): void {
    for (const [code, grant] of grants) if (grant.expiresAt <= now()) grants.delete(code)
  }

  return { authorize, token }
}

function redirectBack(res: ServerResponse, params: URLSearchParams, answer: Record<string, string>): void {
  const target = new URL(params.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  const state = params.get('state')
  if (state) target.searchParams.set('state', state)
  res.writeHead(303, { location: target.href, 'cache-control': 'no-store' }).end()
}

function blocked(reason: string): { title: string; main: string } {
  return {
    title: 'Access blocked',
    main: `<h1>Access blocked</h1>\n<p class="lead">Error 400: invalid_request</p>\n<p>${reason}</p>`,
  }
}

function sendError(res: ServerResponse, status: number, error: string, description: string): void {
  sendJson(res, status, { error, error_description: description })
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const LIMIT_BYTES = 64 * 1024

/** Reads a form-encoded body, or returns null if the content type or size is not that of a form. */
async function readForm(req: IncomingMessage): Promise<URLSearchParams | null> {
  if (!req.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return null
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LIMIT_BYTES) return null
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
