import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeJwt } from 'jose'
import type { PublicConfig } from '../../contract/config.ts'
import { signInWithGoogle } from '../../src-main/session/google-sign-in.ts'
import { listenForRedirect } from '../../src-main/session/loopback.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { buildConfig } from './config-factory.ts'

const account = { sub: '110248495921238986420', email: 'gina@example.test', name: 'Gina G' }
const googleDesktop = { clientId: 'kerblight-desktop', clientSecret: 'any' }

let sandbox: TestSandbox
let config: PublicConfig

beforeAll(async () => {
  sandbox = await startSandbox()
  config = buildConfig({ emulatorUrl: sandbox.identity.url, googleDesktop })
})
afterAll(() => sandbox.close())

/** Acts as the user in the browser: chooses an account and follows the redirect back to the console. */
async function choose(address: string, chosen: string): Promise<Response> {
  const { origin, pathname, searchParams } = new URL(address)
  const body = new URLSearchParams([...searchParams, ['account', chosen]])
  const response = await fetch(origin + pathname, { method: 'POST', body, redirect: 'manual' })
  return fetch(response.headers.get('location') ?? '')
}

interface Attempt {
  browse: (address: string) => Promise<unknown>
  config?: PublicConfig
  signal?: AbortSignal
  timeoutMs?: number
}

function attempt({ browse, signal = new AbortController().signal, ...attemptOptions }: Attempt) {
  return signInWithGoogle({
    config,
    fetch,
    signal,
    openBrowser: async (address) => {
      void browse(address).catch(() => undefined)
      return true
    },
    ...attemptOptions,
  })
}

describe('signing in with Google', () => {
  it('returns an ID token after a page that sends the user back to Kerblight', async () => {
    let page = ''
    const result = await attempt({
      browse: async (address) => (page = await (await choose(address, JSON.stringify(account))).text()),
    })
    expect(result).toMatchObject({ ok: true })
    expect(decodeJwt(result.ok ? result.idToken : '')).toMatchObject({
      email: account.email,
      aud: googleDesktop.clientId,
    })
    await expect.poll(() => page).toContain('go back to Kerblight')
  })

  it('requests a code bound to a secret that never leaves main, with a redirect to this machine', async () => {
    let address = new URL('http://none')
    const stop = new AbortController()
    const result = attempt({
      signal: stop.signal,
      browse: async (url) => {
        address = new URL(url)
        stop.abort()
      },
    })
    expect(await result).toMatchObject({ ok: false, problem: { code: 'auth/google-cancelled' } })
    const query = Object.fromEntries(address.searchParams)
    expect(query).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' })
    expect(query.code_challenge).toMatch(/^[\w-]{43}$/)
    expect(query.state).toMatch(/^[\w-]{43}$/)
    expect(query.redirect_uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/google$/)
    expect(query).not.toHaveProperty('client_secret')
  })

  it('is canceled by the user at Google and by another attempt', async () => {
    expect(await attempt({ browse: (address) => choose(address, '') })).toMatchObject({
      ok: false,
      problem: { code: 'auth/google-cancelled' },
    })
    const secondController = new AbortController()
    const first = attempt({ signal: secondController.signal, browse: async () => secondController.abort() })
    expect(await first).toMatchObject({ ok: false, problem: { code: 'auth/google-cancelled' } })
  })

  it('opens no browser for an attempt that was already canceled', async () => {
    let isOpened = false
    const browse = async () => void (isOpened = true)
    const result = await attempt({ signal: AbortSignal.abort(), browse })
    expect(result).toMatchObject({ ok: false, problem: { code: 'auth/google-cancelled' } })
    expect(isOpened).toBe(false)
  })

  it('times out', async () => {
    const result = await attempt({ timeoutMs: 30, browse: async () => undefined })
    expect(result).toMatchObject({ ok: false, problem: { code: 'auth/google-timed-out' } })
  })

  it('rejects a code requested with another code challenge', async () => {
    const result = await attempt({
      browse: async (address) => {
        const stolen = new URL(address)
        stolen.searchParams.set('code_challenge', 'x'.repeat(43))
        return choose(stolen.href, JSON.stringify(account))
      },
    })
    expect(result).toMatchObject({ ok: false, problem: { code: 'auth/google-failed' } })
  })

  it('is not attempted if the server has no Google configuration', async () => {
    let isOpened = false
    const result = await attempt({ config: buildConfig(), browse: async () => (isOpened = true) })
    expect(result).toMatchObject({ ok: false, problem: { code: 'auth/google-unavailable' } })
    expect(isOpened).toBe(false)
  })

  it('reports a failure if no browser opens', async () => {
    const result = await signInWithGoogle({
      config,
      fetch,
      signal: new AbortController().signal,
      openBrowser: async () => false,
    })
    expect(result).toMatchObject({ ok: false, problem: { code: 'auth/google-failed' } })
  })
})

describe('the redirect address of the browser', () => {
  const state = 's'.repeat(43)

  async function listen() {
    const stop = new AbortController()
    const { redirectUri, received } = await listenForRedirect(state, stop.signal)
    return { stop, redirectUri, port: Number(new URL(redirectUri).port), received }
  }

  function ask(port: number, path: string, options: { method?: string; host?: string } = {}) {
    const { method = 'GET', host = `127.0.0.1:${port}` } = options
    return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
      (resolve, reject) => {
        const clientRequest = request(
          { host: '127.0.0.1', port, path, method, headers: { host } },
          (response) => {
            let body = ''
            response.on('data', (chunk: Buffer) => (body += chunk.toString()))
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
            )
          },
        )
        clientRequest.on('error', reject)
        clientRequest.end()
      },
    )
  }

  it('rejects other requests and continues to wait for the redirect', async () => {
    const { port, received } = await listen()
    const good = `/google?state=${state}&code=4%2Fabc`
    const rejected = await Promise.all([
      ask(port, good, { host: `evil.example:${port}` }),
      ask(port, good, { host: `localhost:${port}` }),
      ask(port, good, { method: 'POST' }),
      ask(port, `/other?state=${state}&code=1`),
      ask(port, `/google/?state=${state}&code=1`),
      ask(port, '/google?state=guess&code=1'),
      ask(port, '/google?code=1'),
      ask(port, `${good}&code=2`),
      ask(port, `//evil.example/google?state=${state}&code=1`),
    ])
    expect(rejected.map(({ status }) => status)).toEqual(Array(9).fill(400))

    expect((await ask(port, good)).status).toBe(200)
    expect((await received).get('code')).toBe('4/abc')
  })

  it('responds once and then closes', async () => {
    const { port, received } = await listen()
    await ask(port, `/google?state=${state}&code=1`)
    await received
    await expect.poll(() => ask(port, '/google').catch(({ code }) => code)).toBe('ECONNREFUSED')
  })

  it('shows a page without scripts or the authorization code', async () => {
    const { port } = await listen()
    const { headers, body } = await ask(port, `/google?state=${state}&code=secret-code`)
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(body).not.toMatch(/secret-code|<script/)
  })

  it('stops listening when the sign-in is canceled', async () => {
    const { port, stop, received } = await listen()
    stop.abort(new Error('called off'))
    await expect(received).rejects.toThrow('called off')
    await expect.poll(() => ask(port, '/google').catch(({ code }) => code)).toBe('ECONNREFUSED')
  })
})
