import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { email as address, emailInAnyCase } from '../../contract/api/fields.ts'
import { paths, type EndpointName } from '../../contract/api/paths.ts'
import type { Me } from '../../contract/users.ts'
import { newId } from '../../server/db/id.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildReport, type Person } from '../support/factories.ts'
import { createIdToken } from '../support/identity.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let victim: Person
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  victim = await buildPerson(server.ctx, { email: 'kim.silk@people.test', account: 'seller', verified: 1 })
  admin = await buildPerson(server.ctx, { role: 'admin' })
})
afterAll(() => server.close())

/** Signs in with a token that claims this email address. */
function signIn(email: string, { uid = newId(), emailVerified = false, claims = {} } = {}) {
  const token = createIdToken({ uid, email, emailVerified }, claims)
  return call<{ token: string; code: string; detail: string }>(server.url, 'getToken', {
    query: { email },
    token,
  })
}

async function readMe(token: string): Promise<Me> {
  return (await call<Me>(server.url, 'getMe', { token })).body
}

const users = () => server.ctx.db.selectFrom('users').selectAll().orderBy('id').execute()

/**
 * Every character that case folding or normalization turns into visible ASCII, and every character that is
 * trimmed or invisible.
 */
const lookAlikes = Array.from({ length: 0x1ffff }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /[^!-@[-~]/.test(character))
  .filter((character) =>
    [character.toLowerCase(), character.toUpperCase(), character.normalize('NFKC')].some(
      (foldedText) => /^[!-~]*$/.test(foldedText) || foldedText.trim() === '',
    ),
  )
const invisible = [
  '\u00a0',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u202e',
  '\u0301',
  ' ',
  '\t',
  '\n',
]

/**
 * An email address in which one character is replaced by a similar or invisible one, or to which such a
 * character is added.
 */
const disguised = fc
  .tuple(fc.nat(), fc.boolean(), fc.constantFrom(...lookAlikes, ...invisible))
  .map(([at, isInserted, character]) => {
    const index = at % victim.email.length
    return victim.email.slice(0, index) + character + victim.email.slice(index + (isInserted ? 0 : 1))
  })

describe('a look-alike email address', () => {
  it('cannot be used for an account with any token', async () => {
    const usersBefore = await users()
    await fc.assert(
      fc.asyncProperty(disguised, async (email) => {
        const token = createIdToken({ uid: newId(), email, emailVerified: true })
        for (const name of ['getToken', 'saveUser', 'refreshEmail', 'revokeSessions'] as const)
          expect(await call(server.url, name, { token, query: { email } })).toMatchObject({
            status: 403,
            body: { code: 'unsupported-address', detail: expect.stringMatching(/lowercase letters/) },
          })
      }),
      { numRuns: 60 },
    )
    expect(await users()).toEqual(usersBefore)
  })

  const addressFields = (Object.keys(paths) as EndpointName[]).flatMap((name) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      addressesIn((endpoints[name] as Endpoint)[part]).map((field) => ({ name, part, field })),
    ),
  )

  it.each(addressFields)('is rejected by $name as $field', async ({ name, part, field }) => {
    const token = name === 'getToken' ? victim.idToken : admin.token
    await fc.assert(
      fc.asyncProperty(disguised, async (email) => {
        // The newsletter accepts capital letters.
        fc.pre(name !== 'subscribe' || !/[A-Z]/.test(email))
        const input = { id: 'a', carID: 'b', [field]: email }
        const response = await call(server.url, name, { token, params: input, [part]: input })
        expect(response.status).toBe(400)
        expect(response.body.errors).toContainEqual({
          path: field,
          message: expect.stringMatching(/^Please check the Email: /),
        })
      }),
      { numRuns: 25 },
    )
  })

  it('is tested for every endpoint that accepts an address', () => {
    expect(addressFields.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'getToken',
        'saveUser',
        'isAdmin',
        'listPurchases',
        'deletePurchase',
        'subscribe',
        'listReports',
        'countReports',
        'savePayment',
      ]),
    )
  })
})

const addressSchemas: unknown[] = [address, emailInAnyCase]

/** Returns the names of the email address fields. */
function addressesIn(schema: z.ZodType | undefined): string[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape)
    .filter(([, field]) => addressSchemas.includes(field instanceof z.ZodOptional ? field.unwrap() : field))
    .map(([name]) => name)
}

describe('an address that several accounts share', () => {
  let email: string
  beforeEach(() => {
    email = `${newId()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}@people.test`
  })

  const isSeller = async () =>
    (await call<{ isSeller: boolean }>(server.url, 'isSeller', { params: { email }, token: admin.token }))
      .body.isSeller

  it('belongs to the user who verified it, even if newer accounts claim it', async () => {
    await buildPerson(server.ctx, { email, account: 'seller', created_at: '2020-01-01T00:00:00.000Z' })
    expect(await isSeller()).toBe(true)
    await buildPerson(server.ctx, { email, email_verified: 0 })
    await signIn(email)
    expect(await isSeller()).toBe(true)
  })

  it('belongs to its only unverified user, but to no one if several are unverified', async () => {
    await buildPerson(server.ctx, { email, email_verified: 0, account: 'seller' })
    expect(await isSeller()).toBe(true)
    await buildPerson(server.ctx, { email, email_verified: 0, account: 'seller' })
    expect(await isSeller()).toBe(false)
  })

  it('still returns each account’s own data', async () => {
    const seller = await buildPerson(server.ctx, { email, email_verified: 0, account: 'seller' })
    const buyer = await buildPerson(server.ctx, { email })
    const askForToken = async ({ token }: Person) =>
      (await call(server.url, 'isSeller', { params: { email }, token })).body
    expect(await askForToken(seller)).toMatchObject({ isSeller: true })
    expect(await askForToken(buyer)).toMatchObject({ isSeller: false })
  })

  it('shows each account only the reports on its own cars', async () => {
    const seller = await buildPerson(server.ctx, { email, email_verified: 0, account: 'seller' })
    await buildReport(server.ctx, victim.id, await buildCar(server.ctx, seller.id))
    await buildPerson(server.ctx, { email })
    const request = { token: seller.token, query: { seller: email } }
    expect((await call(server.url, 'listReports', request)).body).toHaveLength(1)
    expect((await call(server.url, 'countReports', request)).body).toMatchObject({ open: 1 })
    const other = { ...request, token: victim.token }
    expect((await call(server.url, 'listReports', other)).body).toEqual([])
  })

  it('is confirmed by one account at a time, and a newer proof ends the older one', async () => {
    const [olderUid, newerUid] = [newId(), newId()]
    const olderToken = (await signIn(email, { uid: olderUid, emailVerified: true })).body.token
    expect((await readMe(olderToken)).emailVerified).toBe(true)
    const second = (await signIn(email, { uid: newerUid, emailVerified: false })).body.token
    expect((await readMe(olderToken)).emailVerified).toBe(true)

    await call(server.url, 'refreshEmail', { token: createIdToken({ uid: newerUid, email }) })
    expect((await readMe(second)).emailVerified).toBe(true)
    expect((await readMe(olderToken)).emailVerified).toBe(false)
  })

  describe('users with an older token', () => {
    const now = Math.floor(Date.now() / 1000)
    const tokenFor = (uid: string, address: string, secondsAgo: number) =>
      createIdToken({ uid, email: address }, { iat: now - secondsAgo, auth_time: now - secondsAgo })
    const refresh = async (token: string) =>
      (await call<Me>(server.url, 'refreshEmail', { token })).body.emailVerified
    const proven = async () =>
      (await users())
        .filter((user) => user.email === email && user.email_verified === 1)
        .map(({ uid }) => uid)

    it('cannot prove an address that now belongs to another user', async () => {
      const [former, owner] = [newId(), newId()]
      expect(await refresh(tokenFor(former, email, 600))).toBe(true)
      expect(await refresh(tokenFor(owner, email, 60))).toBe(true)
      expect(await refresh(tokenFor(former, email, 300))).toBe(false)
      expect(await proven()).toEqual([owner])
      expect(await refresh(tokenFor(former, email, 30))).toBe(true)
      expect(await proven()).toEqual([former])
    })

    it('cannot reclaim an address that they have replaced', async () => {
      const uid = newId()
      await refresh(tokenFor(uid, email, 600))
      await refresh(tokenFor(uid, `new.${email}`, 60))
      await refresh(tokenFor(uid, email, 300))
      expect(await proven()).toEqual([])
    })

    it('cannot prove an address after signing in with a newer address', async () => {
      const uid = newId()
      const other = createIdToken({ uid, email: `new.${email}`, emailVerified: false }, { iat: now - 60 })
      await call(server.url, 'refreshEmail', { token: other })
      await refresh(tokenFor(uid, email, 300))
      expect(await proven()).toEqual([])
    })
  })

  it('is confirmed by exactly one of many concurrent requests', async () => {
    const tokens = await Promise.all(Array.from({ length: 12 }, () => signIn(email, { emailVerified: true })))
    const all = await Promise.all(tokens.map(({ body }) => readMe(body.token)))
    expect(all.filter(({ emailVerified }) => emailVerified)).toHaveLength(1)
  })
})

/** Names that are rejected, both from a token and in the profile. */
const noNames: readonly (readonly [string, unknown])[] = [
  ['only spaces', '   '],
  ['control characters', 'Kim\u0007\u001b[2J'],
  ['a NUL', 'Kim\0'],
  ['several lines', 'Kim\r\n\r\nYour car is sold.'],
  ['a C1 line break at the end', 'Kim\u0085'],
  ['a line separator', 'Kim\u2028Silk'],
  ['a paragraph separator', 'Kim\u2029Silk'],
  ['a right-to-left override', '\u202enimdA'],
  ['an embedding of a text direction', '\u202aKim\u202c'],
  ['an isolated text direction', '\u2067Kim\u2069'],
  ['an unpaired surrogate', 'Kim\ud800'],
  ['only zero-width spaces', '\u200b\u200b'],
  ['only a Hangul filler', '\u3164'],
  ['only Braille blanks', '\u2800\u2800'],
  ['only punctuation', '…'],
  ['more than 100 characters', 'x'.repeat(101)],
  ['a value that is not text', { toString: 'x' }],
]

describe('a user’s name', () => {
  it.each(noNames)('is rejected: %s', async (_, fullName) => {
    const { token } = await buildPerson(server.ctx, { full_name: 'Kim Silk' })
    const request = { token, body: { fullName } }
    const response = await call<{ errors: { path: string }[] }>(server.url, 'updateMe', request)
    expect(response.status).toBe(400)
    for (const { path } of response.body.errors) expect(path).toBe('fullName')
    expect((await readMe(token)).fullName).toBe('Kim Silk')
  })

  it.each(['Zoë O’Hara-Łukasik', '李小龙', 'محمد', 'می\u200cخواهم', 'X Æ A-12', '7'])(
    'is accepted: %s',
    async (fullName) => {
      const { token } = await buildPerson(server.ctx)
      expect((await call(server.url, 'updateMe', { token, body: { fullName } })).status).toBe(200)
      expect((await readMe(token)).fullName).toBe(fullName)
    },
  )

  it('is returned as stored, even if it would be rejected now', async () => {
    const { token } = await buildPerson(server.ctx, { full_name: 'Kim\nSilk' })
    expect((await readMe(token)).fullName).toBe('Kim\nSilk')
  })
})

describe('a user’s profile claim in an ID token', () => {
  it.each([['a missing name', undefined] as const, ...noNames])(
    'is replaced as a name by the local part of the address: %s',
    async (_, name) => {
      const email = `${newId()
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')}@people.test`
      const { body } = await signIn(email, { claims: { name } })
      expect((await readMe(body.token)).fullName).toBe(email.split('@')[0])
    },
  )

  it('becomes the user’s name, trimmed', async () => {
    const { body } = await signIn('named@people.test', { claims: { name: '  Zoë O’Hara-Łukasik ' } })
    expect((await readMe(body.token)).fullName).toBe('Zoë O’Hara-Łukasik')
  })

  it('is replaced by the local part of the address, cut to 100 characters, if it is missing', async () => {
    const email = `${'x'.repeat(120)}@people.test`
    expect((await readMe((await signIn(email)).body.token)).fullName).toBe('x'.repeat(100))
  })

  it.each([
    'https://tracker.test/pixel.gif',
    'http://lh3.googleusercontent.com/a/photo',
    'https://lh3.googleusercontent.com.tracker.test/a',
    'https://lh3.googleusercontent.com@tracker.test/a',
    'https://lh4.googleusercontent.com/a/photo',
    'https://lh3.googleusercontent.com/a\u0000b',
    `https://lh3.googleusercontent.com/${'a'.repeat(500)}`,
    '//tracker.test/pixel.gif',
    '/api/users/me',
    'data:image/svg+xml,<svg/>',
    'javascript:alert(1)',
    'not an address',
    42,
  ])('is not used as a photo: %s', async (picture) => {
    const token = createIdToken({ uid: newId(), email: 'pictured@people.test' }, { picture })
    const body = { fullName: 'Kim Silk', email: 'pictured@people.test', account: 'buyer' }
    expect((await call(server.url, 'saveUser', { token, body })).status).toBe(200)
    const response = await call<{ token: string }>(server.url, 'getToken', {
      token,
      query: { email: 'pictured@people.test' },
    })
    expect((await readMe(response.body.token)).photoURL).toBe('')
  })

  it('is used as a photo if Google hosts it', async () => {
    const picture = 'https://lh3.googleusercontent.com/a/ACg8ocK=s96-c'
    const { body } = await signIn('googler@people.test', { claims: { picture } })
    expect((await readMe(body.token)).photoURL).toBe(picture)
  })
})
