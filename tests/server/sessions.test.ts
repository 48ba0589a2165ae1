import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Me } from '../../contract/users.ts'
import { newId } from '../../server/db/id.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import {
  createExpiredIdToken,
  forgeIdToken,
  createIdToken,
  createOtherProjectIdToken,
} from '../support/identity.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface Token {
  token: string
  expiresAt: string
}
interface Device {
  _id: string
  client: string
  userAgent: string
  current: boolean
  lastSeenAt: string
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

function newcomer(claims: Record<string, unknown> = {}) {
  const uid = newId()
  const email = `${uid.toLowerCase().replace(/[^a-z0-9]/g, '')}@people.test`
  return { uid, email, idToken: createIdToken({ uid, email }, claims) }
}

function exchange(email: string, token: string | undefined, client?: string, on = server) {
  return call<Token>(on.url, 'getToken', {
    query: { email, ...(client && { client }) },
    token,
    headers: { 'user-agent': 'Kerblight test' },
  })
}

describe('GET /jwt', () => {
  it('returns a token that is valid immediately, and creates a buyer for a new user', async () => {
    const { email, idToken, uid } = newcomer({
      name: 'Ada Vale',
      picture: 'https://lh3.googleusercontent.com/a/ada',
    })
    const response = await exchange(email, idToken)
    expect(response.status).toBe(200)
    expect(Object.keys(response.body).sort()).toEqual(['expiresAt', 'token'])
    const { body } = await call<Me>(server.url, 'getMe', { token: response.body.token })
    expect(body).toMatchObject({
      uid,
      email,
      fullName: 'Ada Vale',
      photoURL: 'https://lh3.googleusercontent.com/a/ada',
      account: 'buyer',
      isAdmin: false,
    })
  })

  it('names a new user without a name after the email address, and drops a photo that is not a URL', async () => {
    const { email, idToken } = newcomer({ picture: 'javascript:alert(1)' })
    const { token } = (await exchange(email, idToken)).body
    const { body } = await call<Me>(server.url, 'getMe', { token })
    expect(body).toMatchObject({ fullName: email.split('@')[0], photoURL: '' })
  })

  it('issues a token that is valid for 12 hours on the web and 30 days in the console', async () => {
    const ownServer = await startTestServer()
    try {
      const { email, idToken } = newcomer()
      const web = (await exchange(email, idToken, 'web', ownServer)).body
      const consoleToken = (await exchange(email, idToken, 'console', ownServer)).body
      const status = async ({ token }: Token) => (await call(ownServer.url, 'getMe', { token })).status
      ownServer.advance(12 * 3600 - 60)
      expect(await status(web)).toBe(200)
      ownServer.advance(120)
      expect(await status(web)).toBe(401)
      expect(await status(consoleToken)).toBe(200)
      ownServer.advance(30 * 24 * 3600)
      expect(await status(consoleToken)).toBe(401)
    } finally {
      await ownServer.close()
    }
  })

  it('lasts as long as configured', async () => {
    const ownServer = await startTestServer({ env: { SESSION_HOURS: '1', CONSOLE_SESSION_DAYS: '90' } })
    try {
      const { email, idToken } = newcomer()
      const web = (await exchange(email, idToken, 'web', ownServer)).body
      const consoleToken = (await exchange(email, idToken, 'console', ownServer)).body
      const status = async ({ token }: Token) => (await call(ownServer.url, 'getMe', { token })).status
      ownServer.advance(3660)
      expect(await status(web)).toBe(401)
      ownServer.advance(89 * 24 * 3600)
      expect(await status(consoleToken)).toBe(200)
      ownServer.advance(24 * 3600)
      expect(await status(consoleToken)).toBe(401)
    } finally {
      await ownServer.close()
    }
  })

  it('adopts an email address that was changed at Firebase', async () => {
    const { uid, email, idToken } = newcomer()
    const { token } = (await exchange(email, idToken)).body
    const renamed = `new-${email}`
    expect((await exchange(renamed, createIdToken({ uid, email: renamed }))).status).toBe(200)
    expect((await call<Me>(server.url, 'getMe', { token })).body.email).toBe(renamed)
  })

  it('reports whether the address is verified, and a new address has to be verified again', async () => {
    const { uid, email } = newcomer()
    const signIn = async (address: string, emailVerified: boolean) => {
      const idToken = createIdToken({ uid, email: address, emailVerified })
      return (await exchange(address, idToken)).body.token
    }
    const isVerified = async (token: string) =>
      (await call<Me>(server.url, 'getMe', { token })).body.emailVerified
    const token = await signIn(email, false)
    expect(await isVerified(token)).toBe(false)
    await signIn(email, true)
    expect(await isVerified(token)).toBe(true)
    await signIn(`new-${email}`, false)
    expect(await isVerified(token)).toBe(false)
  })

  it('rejects every token that does not prove the address', async () => {
    const person = newcomer()
    const badTokens = [
      undefined,
      'not-a-token',
      createExpiredIdToken(person),
      createOtherProjectIdToken(person),
      await forgeIdToken(person),
      (await exchange(person.email, person.idToken)).body.token,
    ]
    for (const token of badTokens) expect((await exchange(person.email, token)).status).toBe(401)
    expect(await exchange('victim@people.test', person.idToken)).toMatchObject({
      status: 403,
      body: { code: 'email-mismatch' },
    })
    const reusedTokenResponse = await call(server.url, 'getToken', {
      query: { email: [person.email, 'b@people.test'] },
      token: person.idToken,
    })
    expect(reusedTokenResponse.status).toBe(400)
    // An ID token does not grant access to other endpoints.
    expect((await call(server.url, 'getMe', { token: person.idToken })).status).toBe(401)
  })

  it('has one encoding, and other spellings of the same bytes are rejected', async () => {
    const { email, idToken } = newcomer()
    const { token } = (await exchange(email, idToken)).body
    const status = async (tokenSpelling: string) =>
      (await call(server.url, 'getMe', { headers: { authorization: `Bearer ${tokenSpelling}` } })).status
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const lastDigit = digits.indexOf(token.at(-1)!)
    // A signature of 32 bytes ends in a Base64 letter that carries four bits. The letter's other two bits are
    // unused.
    const respelled = [1, 2, 3].map((bits) => token.slice(0, -1) + digits[lastDigit + bits])
    expect(Buffer.from(respelled[0]!.split('.')[2]!, 'base64url')).toEqual(
      Buffer.from(token.split('.')[2]!, 'base64url'),
    )
    const padded = ['=', '==', '===', '.', '.=', '~'].map((end) => token + end)
    const paddedInside = token
      .split('.')
      .map((_, index, parts) => parts.with(index, `${parts[index]}=`).join('.'))
    for (const spelling of [...respelled, ...padded, ...paddedInside]) {
      expect(await status(spelling), spelling).toBe(401)
      expect(await status(token)).toBe(200)
    }
  })

  it('reports a deleted account only to holders of its token, even if it has expired', async () => {
    const ownServer = await startTestServer()
    try {
      const deleted = newcomer()
      const otherNewcomer = newcomer()
      const { token } = (await exchange(deleted.email, deleted.idToken, 'web', ownServer)).body
      const { token: otherToken } = (
        await exchange(otherNewcomer.email, otherNewcomer.idToken, 'web', ownServer)
      ).body
      await call(ownServer.url, 'deleteMe', { token })
      await call(ownServer.url, 'logOut', { token: otherToken })
      const readSessionHeader = async (proof?: string) =>
        (await call(ownServer.url, 'getMe', { token: proof })).headers.get('x-session')
      expect(await readSessionHeader(token)).toBe('deleted')
      expect(await readSessionHeader(otherToken)).toBeNull()
      ownServer.advance(13 * 3600)
      expect(await readSessionHeader(token)).toBe('deleted')
      const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`
      expect([
        await readSessionHeader(otherToken),
        await readSessionHeader(forged),
        await readSessionHeader(),
        await readSessionHeader('a.b.c'),
      ]).toEqual(Array(4).fill(null))
    } finally {
      await ownServer.close()
    }
  })

  it('does not restore a deleted account', async () => {
    const { email, idToken } = newcomer()
    const { token } = (await exchange(email, idToken)).body
    expect((await call(server.url, 'deleteMe', { token })).status).toBe(200)
    expect(await exchange(email, idToken)).toMatchObject({ status: 403, body: { code: 'account-deleted' } })
    const saveResponse = await call(server.url, 'saveUser', {
      token: idToken,
      body: { fullName: 'Back', email, account: 'buyer' },
    })
    expect(saveResponse).toMatchObject({ status: 403, body: { code: 'account-deleted' } })
  })
})

describe('a user’s devices', () => {
  it('are listed, and can be signed out individually', async () => {
    const { email, idToken } = newcomer()
    const browserToken = (await exchange(email, idToken)).body.token
    const consoleToken = (await exchange(email, idToken, 'console')).body.token
    const { body: devices } = await call<Device[]>(server.url, 'listSessions', { token: browserToken })
    expect(devices.map(({ client, current }) => [client, current]).sort()).toEqual([
      ['console', false],
      ['web', true],
    ])
    expect(devices[0]!.userAgent).toBe('Kerblight test')

    const { _id: id } = devices.find(({ current }) => !current)!
    const revoke = () => call(server.url, 'revokeSession', { params: { id }, token: browserToken })
    expect((await revoke()).body).toEqual({ acknowledged: true, deletedCount: 1 })
    expect((await revoke()).body).toEqual({ acknowledged: true, deletedCount: 0 })
    expect((await call(server.url, 'getMe', { token: consoleToken })).status).toBe(401)
    expect((await call<Device[]>(server.url, 'listSessions', { token: browserToken })).body).toHaveLength(1)
  })

  it('cannot be signed out by another user', async () => {
    const owner = await buildPerson(server.ctx)
    const otherUser = await buildPerson(server.ctx, { role: 'admin' })
    const { body } = await call<Device[]>(server.url, 'listSessions', { token: owner.token })
    const { _id: id } = body[0]!
    expect((await call(server.url, 'revokeSession', { params: { id }, token: otherUser.token })).status).toBe(
      404,
    )
    expect((await call(server.url, 'revokeSession', { params: { id } })).status).toBe(401)
    expect((await call(server.url, 'getMe', { token: owner.token })).status).toBe(200)
  })

  it('are all signed out except the current device', async () => {
    const { email, idToken } = newcomer()
    const otherUser = await buildPerson(server.ctx)
    const browserToken = (await exchange(email, idToken)).body.token
    const consoleTokens = [
      (await exchange(email, idToken)).body.token,
      (await exchange(email, idToken, 'console')).body.token,
    ]
    const revoke = () => call(server.url, 'revokeSessions', { token: browserToken })
    expect((await revoke()).body).toEqual({ acknowledged: true, deletedCount: 2 })
    expect((await revoke()).body).toEqual({ acknowledged: true, deletedCount: 0 })
    for (const token of consoleTokens) expect((await call(server.url, 'getMe', { token })).status).toBe(401)
    for (const token of [browserToken, otherUser.token])
      expect((await call(server.url, 'getMe', { token })).status).toBe(200)
  })

  it('are all signed out by an ID token, such as after a forgotten password', async () => {
    const { email, idToken } = newcomer()
    const token = (await exchange(email, idToken)).body.token
    const revoke = (token: string) => call(server.url, 'revokeSessions', { token })
    expect((await revoke(idToken)).body).toEqual({ acknowledged: true, deletedCount: 1 })
    expect((await call(server.url, 'getMe', { token })).status).toBe(401)
    // This user is unknown to the server and has no session to end. The call must not create the user.
    const stranger = newcomer()
    expect((await revoke(stranger.idToken)).body).toEqual({ acknowledged: true, deletedCount: 0 })
    const rows = await server.ctx.db
      .selectFrom('users')
      .select('id')
      .where('uid', '=', stranger.uid)
      .execute()
    expect(rows).toEqual([])
  })

  it('lose access when the user signs out', async () => {
    const { token } = await buildPerson(server.ctx)
    const response = await call(server.url, 'logOut', { token })
    expect(response).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } })
    expect((await call(server.url, 'logOut', { token })).status).toBe(401)
  })

  it('record their last use at most every five minutes', async () => {
    const ownServer = await startTestServer()
    try {
      const { token } = await buildPerson(ownServer.ctx)
      const lastSeen = async () =>
        (await call<Device[]>(ownServer.url, 'listSessions', { token })).body[0]!.lastSeenAt
      const firstSeenAt = await lastSeen()
      ownServer.advance(240)
      expect(await lastSeen()).toBe(firstSeenAt)
      ownServer.advance(120)
      expect(Date.parse(await lastSeen()) - Date.parse(firstSeenAt)).toBeGreaterThanOrEqual(360_000)
    } finally {
      await ownServer.close()
    }
  })
})
