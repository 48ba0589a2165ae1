import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../server/config/config.ts'
import { createIdentityGateway } from '../../server/gateways/identity/identity.ts'
import { createRemoteKeys } from '../../server/gateways/identity/signing-keys.ts'
import { call } from '../support/api-client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const PROJECT = 'cars-example'
const TIMEOUT_MS = 300

let keyServer: Server
let keyUrl: string
/** Sends the key server's response to a request. `fetchCount` counts the requests. */
let respond: (res: ServerResponse) => void
let fetchCount: number
let server: TestServer
let firstKey: SigningKey
let secondKey: SigningKey

interface SigningKey {
  kid: string
  jwk: JWK
  privateKey: CryptoKey
}

beforeAll(async () => {
  keyServer = createServer((_req, res) => {
    fetchCount++
    respond(res)
  }).listen(0, '127.0.0.1')
  await once(keyServer, 'listening')
  keyUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/keys`
  ;[firstKey, secondKey] = [await makeKey('one'), await makeKey('two')]
})
afterAll(() => {
  keyServer.closeAllConnections()
  keyServer.close()
})

beforeEach(() => {
  fetchCount = 0
})
afterEach(() => server.close())

async function makeKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** Starts a server with the real gateway of a live project, except that the keys come from another URL. */
async function start(url: string, options: Parameters<typeof createRemoteKeys>[1]) {
  const config = loadConfig()
  const identity = { ...config.identity, projectId: PROJECT, emulatorHost: null }
  const keys = createRemoteKeys(url, options)
  server = await startTestServer({
    context: { identity: createIdentityGateway({ identity, imageHost: null }, keys) },
  })
}

const setResponse = (body: unknown, status = 200) => {
  respond = (res) => {
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

const asIs = (token: string) => token

let count = 0
async function signIn(key: SigningKey, kid = key.kid, respell = asIs) {
  const uid = `uid-${++count}`
  const email = `${uid}@people.test`
  const now = Math.floor(Date.now() / 1000)
  const idToken = await new SignJWT({
    email,
    email_verified: true,
    auth_time: now,
    firebase: { sign_in_provider: 'password' },
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(`https://securetoken.google.com/${PROJECT}`)
    .setAudience(PROJECT)
    .setSubject(uid)
    .setIssuedAt(now)
    .setExpirationTime(now + 3600)
    .sign(key.privateKey)
  return call(server.url, 'getToken', { query: { email }, token: respell(idToken) })
}

const HOUR_MS = 3600_000

describe('the keys of the identity service', () => {
  it('are fetched once, and distinguish valid from forged tokens', async () => {
    setResponse({ keys: [firstKey.jwk] })
    await start(keyUrl, { retryMs: HOUR_MS })
    const responses = await Promise.all([signIn(firstKey), signIn(firstKey), signIn(firstKey)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await signIn(secondKey, 'one')).status).toBe(401)
    expect((await signIn(secondKey, 'two')).status).toBe(401)
    expect((await signIn(secondKey, 'three')).status).toBe(401)
    expect(fetchCount).toBe(1)
  })

  it('do not accept another encoding of a signed token', async () => {
    setResponse({ keys: [firstKey.jwk] })
    await start(keyUrl, { retryMs: HOUR_MS })
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    // A signature of 256 bytes ends in a Base64 letter that carries two bits. The letter's other four bits
    // are unused.
    const respelled = (bits: number) => (token: string) =>
      token.slice(0, -1) + digits[digits.indexOf(token.at(-1)!) + bits]
    for (const bits of [1, 2, 15]) expect((await signIn(firstKey, 'one', respelled(bits))).status).toBe(401)
    expect((await signIn(firstKey)).status).toBe(200)
  })

  it('are fetched again for a key that is new', async () => {
    setResponse({ keys: [firstKey.jwk] })
    await start(keyUrl, { retryMs: 0 })
    expect((await signIn(firstKey)).status).toBe(200)
    setResponse({ keys: [firstKey.jwk, secondKey.jwk] })
    expect((await signIn(secondKey)).status).toBe(200)
    setResponse({ keys: [secondKey.jwk] })
    expect((await signIn(firstKey, 'unknown')).status).toBe(401)
    expect((await signIn(firstKey)).status).toBe(401)
  })

  it('include the valid keys of a set that also contains invalid entries', async () => {
    const incompleteKey = { kty: 'RSA', kid: 'half', e: 'AQAB' }
    setResponse({
      keys: [
        null,
        1,
        {},
        incompleteKey,
        { ...firstKey.jwk, kid: 5 },
        { ...secondKey.jwk, n: '!' },
        firstKey.jwk,
      ],
    })
    await start(keyUrl, { retryMs: HOUR_MS })
    expect((await signIn(firstKey)).status).toBe(200)
    expect((await signIn(secondKey)).status).toBe(401)
  })

  it('are refreshed every ten minutes, or ten seconds if missing, and expire after a day', async () => {
    let now = 0
    setResponse({ keys: [firstKey.jwk] })
    await start(keyUrl, { now: () => now })
    const statusAt = async (ms: number, key: SigningKey) => {
      now = ms
      return (await signIn(key)).status
    }
    expect([await statusAt(0, firstKey), fetchCount]).toEqual([200, 1])
    expect([await statusAt(9_999, secondKey), fetchCount]).toEqual([401, 1])
    expect([await statusAt(10_000, secondKey), fetchCount]).toEqual([401, 2])
    expect([await statusAt(609_999, firstKey), fetchCount]).toEqual([200, 2])
    setResponse('down', 503)
    expect(await statusAt(610_000, firstKey)).toBe(200)
    await expect.poll(() => fetchCount).toBe(3)
    const dayMs = 24 * HOUR_MS
    expect(await statusAt(10_000 + dayMs - 1, firstKey)).toBe(200)
    expect(await statusAt(10_000 + dayMs, firstKey)).toBe(503)
  })

  const broken: Record<string, () => void> = {
    'a page': () => setResponse('<!doctype html><title>Sign in to the network</title>'),
    'an error': () => setResponse({ error: 'internal' }, 500),
    'a refusal': () => setResponse({ keys: [] }, 403),
    'no key': () => setResponse({ keys: [] }),
    'something else': () => setResponse({ a: 1 }),
    'a null': () => setResponse(null),
    'half a key': () => setResponse({ keys: [{ kty: 'RSA', kid: 'one', e: 'AQAB' }] }),
    'a secret of its own': () => setResponse({ keys: [{ kty: 'oct', kid: 'one', k: 'c2VjcmV0' }] }),
    'keys for something else': () => setResponse({ keys: [{ ...firstKey.jwk, use: 'enc' }] }),
    'half an answer': () => {
      respond = (res) => {
        res.writeHead(200, { 'content-length': 1000 })
        res.write('{"keys":[', () => res.destroy())
      }
    },
    'another address': () => {
      respond = (res) => res.writeHead(302, { location: keyUrl }).end()
    },
    nothing: () => {
      respond = () => {}
    },
    'nothing more after a while': () => {
      respond = (res) => void res.writeHead(200).write('{"keys":[')
    },
  }

  it.each(Object.entries(broken))(
    'cause 503 instead of a new sign-in if the service answers %s',
    async (_, set) => {
      set()
      await start(keyUrl, { retryMs: HOUR_MS, timeoutMs: TIMEOUT_MS })
      const responses = await Promise.all(Array.from({ length: 5 }, () => signIn(firstKey)))
      responses.push(await signIn(firstKey), await signIn(secondKey))
      for (const { status, body, headers } of responses) {
        expect([status, body.code]).toEqual([503, 'service-unavailable'])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
      }
      // Further sign-ins cause no further requests, because the server knows that the key server is down.
      expect(fetchCount).toBe(1)
    },
  )

  it('cause 503 instead of a new sign-in if the service is not running', async () => {
    await start('http://127.0.0.1:9/keys', { retryMs: HOUR_MS })
    expect(await signIn(firstKey)).toMatchObject({ status: 503, body: { code: 'service-unavailable' } })
  })

  it('are fetched again after a while', async () => {
    setResponse('down', 503)
    await start(keyUrl, { retryMs: 100 })
    expect((await signIn(firstKey)).status).toBe(503)
    setResponse({ keys: [firstKey.jwk] })
    await expect.poll(async () => (await signIn(firstKey)).status).toBe(200)
  })

  it('stay valid if cached while the service is down, and cause 503 if unknown', async () => {
    setResponse({ keys: [firstKey.jwk] })
    await start(keyUrl, { retryMs: 0 })
    expect((await signIn(firstKey)).status).toBe(200)
    setResponse('down', 503)
    expect((await signIn(secondKey)).status).toBe(503)
    expect((await signIn(firstKey)).status).toBe(200)
  })
})
