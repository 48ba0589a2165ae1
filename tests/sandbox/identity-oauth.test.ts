import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IdentitySandbox, startIdentitySandbox } from '../../sandbox/identity/server.ts'
import { createGoogleOAuth } from '../../sandbox/identity/google-oauth.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createIdentityClient } from '../support/identity.ts'

const redirectUri = 'http://127.0.0.1:50123/callback'
const account = { sub: '110248495921238986420', email: 'gina@example.test', name: 'Gina "G" <i>' }

let dataDir: string
let sandbox: IdentitySandbox
let base: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kerblight-oauth-'))
  sandbox = await startIdentitySandbox({ port: 0, dataDir })
  base = sandbox.url
})

afterAll(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true, force: true })
})

const verifier = randomBytes(32).toString('base64url')

function authorizeParams(changes: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({
    client_id: 'kerblight-desktop',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })
}

function openChooser(changes?: Record<string, string>): Promise<Response> {
  return fetch(`${base}/google/authorize?${authorizeParams(changes)}`, { redirect: 'manual' })
}

/** Submits the account page's form. */
function choose(chosen: string, changes?: Record<string, string>): Promise<Response> {
  const body = authorizeParams(changes)
  body.set('account', chosen)
  return fetch(`${base}/google/authorize`, { method: 'POST', body, redirect: 'manual' })
}

function locationOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? '')
}

async function newCode(changes?: Record<string, string>): Promise<string> {
  const code = locationOf(await choose(JSON.stringify(account), changes)).searchParams.get('code')
  return code ?? ''
}

async function exchange(
  code: string,
  changes: Record<string, string | undefined> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const fields: Record<string, string | undefined> = {
    grant_type: 'authorization_code',
    code,
    client_id: 'kerblight-desktop',
    client_secret: 'any',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  }
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]): Array<[string, string]> =>
      value === undefined ? [] : [[name, value]],
    ),
  )
  const response = await fetch(`${base}/google/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('the authorization endpoint', () => {
  it('shows an account page that loads nothing from other sites', async () => {
    const response = await openChooser()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await response.text()
    expect(page).toContain('Sign in with Google')
    expect(page).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)/)
  })

  it('offers previously used accounts, with names escaped as text', async () => {
    await createIdentityClient(base).googleIdToken(account)
    const page = await (await openChooser()).text()
    expect(page).toContain('<strong>Gina &quot;G&quot; &lt;i&gt;</strong>')
    expect(page).toContain('js-reuse-account')
  })

  it('embeds any parameters as text', async () => {
    const page = await (await openChooser({ state: '"><script>alert(1)</script>' })).text()
    expect(page).not.toContain('<script>alert')
  })

  it('redirects to the loopback address with code and state, preserving its query', async () => {
    const response = await choose(JSON.stringify(account), { redirect_uri: `${redirectUri}?a=1` })
    expect(response.status).toBe(303)
    const target = locationOf(response)
    expect(target.origin + target.pathname).toBe(redirectUri)
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      a: '1',
      state: 'state-1',
      code: expect.stringMatching(/^4\//),
    })
  })

  it.each([
    'http://localhost:50123/callback',
    'https://127.0.0.1:50123/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:50123@evil.example/callback',
    'http://127.0.0.1.evil.example:50123/',
    'http://127.0.0.1:50123/#fragment',
    'http://127.0.0.1:99999/',
    'kerblight://callback',
    '',
  ])('never redirects to %j', async (uri) => {
    for (const response of [
      await openChooser({ redirect_uri: uri }),
      await choose(JSON.stringify(account), { redirect_uri: uri }),
    ]) {
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
    }
  })

  it('requires a client ID before it shows any account', async () => {
    expect((await openChooser({ client_id: '' })).status).toBe(400)
  })

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'email' }, 'invalid_scope'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge: 'too-short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
  ] as Array<[Record<string, string>, string]>)('answers %j with %s', async (changes, error) => {
    for (const response of [await openChooser(changes), await choose(JSON.stringify(account), changes)]) {
      expect(Object.fromEntries(locationOf(response).searchParams)).toMatchObject({ error, state: 'state-1' })
    }
  })

  it('redirects with access_denied when the user goes back', async () => {
    const target = locationOf(await choose(''))
    expect(target.searchParams.get('error')).toBe('access_denied')
    expect(target.searchParams.get('code')).toBeNull()
  })

  it.each(['not json', '{}', '{"sub":"1","email":"no address"}', '[]'])(
    'rejects %j as an account',
    async (chosen) => {
      expect((await choose(chosen)).status).toBe(400)
    },
  )
})

describe('the token endpoint', () => {
  it('responds with an ID token that Firebase accepts', async () => {
    const { status, body } = await exchange(await newCode())
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'openid email profile' })
    const { payload } = UnsecuredJWT.decode(String(body.id_token), {
      issuer: 'https://accounts.google.com',
      audience: 'kerblight-desktop',
    })
    expect(payload).toMatchObject({ ...account, email_verified: true })

    const response = await fetch(`${base}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        postBody: `id_token=${String(body.id_token)}&providerId=google.com`,
        requestUri: 'http://localhost',
        returnSecureToken: true,
      }),
    })
    expect(await response.json()).toMatchObject({
      email: account.email,
      emailVerified: true,
      displayName: account.name,
      idToken: expect.any(String),
    })
  })

  it('accepts a code once', async () => {
    const code = await newCode()
    expect((await exchange(code)).status).toBe(200)
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('rejects a code after a wrong verifier', async () => {
    const code = await newCode()
    const wrong = randomBytes(32).toString('base64url')
    expect(await exchange(code, { code_verifier: wrong })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Invalid code verifier.' },
    })
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it.each([
    [{ redirect_uri: 'http://127.0.0.1:50124/callback' }, 400, 'redirect_uri_mismatch'],
    [{ client_id: 'another' }, 400, 'invalid_grant'],
    [{ code: '4/unknown' }, 400, 'invalid_grant'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ code_verifier: 'short' }, 400, 'invalid_grant'],
    [{ code_verifier: undefined }, 400, 'invalid_request'],
    [{ redirect_uri: undefined }, 400, 'invalid_request'],
    [{ client_id: undefined }, 401, 'invalid_client'],
    [{ client_secret: undefined }, 401, 'invalid_client'],
  ] as Array<[Record<string, string | undefined>, number, string]>)(
    'answers %j with %i %s',
    async (changes, status, error) => {
      expect(await exchange(await newCode(), changes)).toMatchObject({ status, body: { error } })
    },
  )

  it('responds with OAuth errors to GET and to JSON', async () => {
    const get = await fetch(`${base}/google/token`)
    expect(get.status).toBe(405)
    const json = await fetch(`${base}/google/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(400)
    expect(await json.json()).toMatchObject({ error: 'invalid_request' })
  })

  it('rejects a code after ten minutes', async () => {
    let now = Date.now()
    const oauth = createGoogleOAuth(
      { users: new Map(), oobs: new Map(), overwriteUserWithLocalId: (_id, user) => user },
      () => now,
    )
    const server = createServer((req, res) => {
      const url = new URL(req.url ?? '/', 'http://sandbox')
      void (url.pathname === '/google/token' ? oauth.token(req, res) : oauth.authorize(req, res, url))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const shared = base
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      const [inTime, late] = [await newCode(), await newCode()]
      now += 10 * 60 * 1000 - 1
      expect((await exchange(inTime)).status).toBe(200)
      now += 1
      expect(await exchange(late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    } finally {
      base = shared
      server.closeAllConnections()
      server.close()
    }
  })
})
