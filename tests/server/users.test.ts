import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Me, User } from '../../contract/users.ts'
import { newId } from '../../server/db/id.ts'
import { call } from '../support/api-client.ts'
import {
  buildCar,
  buildPerson,
  buildPurchase,
  buildReport,
  buildReview,
  type Person,
} from '../support/factories.ts'
import { createIdToken } from '../support/identity.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface SaveResult {
  acknowledged: true
  insertedId: string
  account: string
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Returns a user whom Firebase has just authenticated and whom the server does not know. */
function newcomer(claims: Record<string, unknown> = {}) {
  const uid = newId()
  const email = `${uid.toLowerCase().replace(/[^a-z0-9]/g, '')}@people.test`
  return { uid, email, idToken: createIdToken({ uid, email }, claims) }
}

const google = { firebase: { sign_in_provider: 'google.com' } }

function save(token: string, email: string, account: string, fullName = 'Ada Vale') {
  return call<SaveResult>(server.url, 'saveUser', { token, body: { fullName, email, account } })
}

async function tokenOf({ email, idToken }: { email: string; idToken: string }): Promise<string> {
  const { body } = await call<{ token: string }>(server.url, 'getToken', { query: { email }, token: idToken })
  return body.token
}

async function readMe(token: string): Promise<Me> {
  return (await call<Me>(server.url, 'getMe', { token })).body
}

/** Adds an upload for the user, or one that belongs to no user yet if `userId` is null. */
async function upload(userId: string | null, expiresInSeconds = 600): Promise<string> {
  const id = newId()
  const url = `https://pictures.test/${id}.webp`
  const now = server.ctx.now()
  await server.ctx.db
    .insertInto('uploads')
    .values({
      id,
      hash: id,
      url,
      thumb_url: url,
      medium_url: url,
      width: 1,
      height: 1,
      bytes: 1,
      user_id: userId,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + expiresInSeconds * 1000).toISOString(),
    })
    .execute()
  return url
}

function findUpload(url: string) {
  return server.ctx.db.selectFrom('uploads').selectAll().where('url', '=', url).executeTakeFirstOrThrow()
}

function auditOf(target: string) {
  return server.ctx.db.selectFrom('audit').selectAll().where('target', '=', target).execute()
}

function messagesOf(userId: string) {
  return server.ctx.db.selectFrom('messages').selectAll().where('user_id', '=', userId).execute()
}

describe('saving a user after registration', () => {
  it('returns the ID and the account, and stores name and photo', async () => {
    const picture = await upload(null)
    const { email, idToken, uid } = newcomer({ picture })
    const response = await save(idToken, email, 'seller', '  Ada Vale ')
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      acknowledged: true,
      insertedId: expect.stringMatching(/^[\w-]{22}$/),
      account: 'seller',
    })
    expect(await readMe(await tokenOf({ email, idToken }))).toEqual({
      _id: response.body.insertedId,
      uid,
      fullName: 'Ada Vale',
      email,
      emailVerified: true,
      mayTrade: true,
      account: 'seller',
      role: 'user',
      verified: false,
      photoURL: picture,
      createdAt: expect.any(String),
      isAdmin: false,
      isSeller: true,
      zip: null,
    })
    expect(await findUpload(picture)).toMatchObject({ user_id: response.body.insertedId, expires_at: null })
  })

  it('ignores a role and a verification in the body', async () => {
    const { email, idToken } = newcomer()
    await call(server.url, 'saveUser', {
      token: idToken,
      body: { fullName: 'Ada', email, account: 'seller', role: 'admin', verified: true, _id: 'mine' },
    })
    expect(await readMe(await tokenOf({ email, idToken }))).toMatchObject({ role: 'user', verified: false })
  })

  it('accepts the account type once', async () => {
    const { email, idToken } = newcomer()
    expect((await save(idToken, email, 'buyer')).body.account).toBe('buyer')
    expect((await save(idToken, email, 'seller')).body.account).toBe('buyer')
  })

  it('never downgrades a seller who signs in with Google', async () => {
    const { email, idToken } = newcomer(google)
    const firstSave = await save(idToken, email, 'seller')
    const repeatedResponse = await save(idToken, email, 'buyer')
    expect(repeatedResponse.body).toEqual(firstSave.body)
    expect(repeatedResponse.body.account).toBe('seller')
  })

  it.each([
    ['from Google', google],
    ['who registered as one', undefined],
  ])('lets a buyer %s start selling permanently', async (_, provider) => {
    const person = newcomer(provider)
    await save(person.idToken, person.email, 'buyer')
    const token = await tokenOf(person)
    expect(await readMe(token)).toMatchObject({ account: 'buyer' })
    const upgraded = await call<Me>(server.url, 'updateMe', { token, body: { account: 'seller' } })
    expect(upgraded.body).toMatchObject({ account: 'seller', isSeller: true })
    const repeatedResponse = await call(server.url, 'updateMe', { token, body: { account: 'seller' } })
    expect(repeatedResponse).toMatchObject({ status: 200, body: { account: 'seller' } })
    const backResponse = await call(server.url, 'updateMe', { token, body: { account: 'buyer' } })
    expect(backResponse).toMatchObject({ status: 400, body: { errors: [{ path: 'account' }] } })
    expect((await save(person.idToken, person.email, 'buyer')).body.account).toBe('seller')
  })

  it('sets name and account if GET /jwt created the row earlier', async () => {
    const person = newcomer()
    const token = await tokenOf(person)
    expect(await readMe(token)).toMatchObject({ account: 'buyer' })
    expect((await save(person.idToken, person.email, 'seller', 'Chosen Name')).body.account).toBe('seller')
    expect(await readMe(token)).toMatchObject({ fullName: 'Chosen Name', account: 'seller' })
  })

  it('takes the name only from the first save', async () => {
    const person = newcomer()
    await save(person.idToken, person.email, 'buyer', 'First')
    const token = await tokenOf(person)
    await call(server.url, 'updateMe', { token, body: { fullName: 'Second' } })
    await save(person.idToken, person.email, 'buyer', 'Third')
    expect((await readMe(token)).fullName).toBe('Second')
  })

  it('also accepts an app token as proof', async () => {
    const person = newcomer()
    const token = await tokenOf(person)
    const response = await save(token, person.email, 'seller')
    expect(response).toMatchObject({ status: 200, body: { account: 'seller' } })
    expect((await save(token, 'other@people.test', 'seller')).body).toMatchObject({ code: 'email-mismatch' })
  })

  it('creates one row for many concurrent saves and sign-ins', async () => {
    const person = newcomer()
    const saves = Array.from({ length: 12 }, () => save(person.idToken, person.email, 'seller'))
    const tokens = Array.from({ length: 4 }, () => tokenOf(person))
    const ids = (await Promise.all(saves)).map(({ body }) => body.insertedId)
    for (const token of await Promise.all(tokens)) expect((await readMe(token))._id).toBe(ids[0])
    expect(new Set(ids).size).toBe(1)
  })

  it('rejects signed-out users, another email address, and invalid input', async () => {
    const { email, idToken } = newcomer()
    expect((await save('', email, 'buyer')).status).toBe(401)
    expect(await save(idToken, 'victim@people.test', 'buyer')).toMatchObject({
      status: 403,
      body: { code: 'email-mismatch' },
    })
    const rejection = await call(server.url, 'saveUser', {
      token: idToken,
      body: { fullName: ' ', email: 'no', account: 'admin' },
    })
    expect(rejection.status).toBe(400)
    expect(rejection.body.errors!.map((error) => error.path).sort()).toEqual(['account', 'email', 'fullName'])
  })
})

describe('a user’s own profile', () => {
  it('accepts a new name and the user’s own upload as photo', async () => {
    const person = await buildPerson(server.ctx)
    const photoURL = await upload(person.id)
    const response = await call<Me>(server.url, 'updateMe', {
      token: person.token,
      body: { fullName: 'New Name', photoURL },
    })
    expect(response).toMatchObject({ status: 200, body: { fullName: 'New Name', photoURL } })
    expect((await findUpload(photoURL)).expires_at).toBeNull()
    // The first update keeps the photo, and the second one removes it.
    expect((await call(server.url, 'updateMe', { token: person.token, body: { photoURL } })).status).toBe(200)
    const responseWithoutPhoto = await call<Me>(server.url, 'updateMe', {
      token: person.token,
      body: { photoURL: '' },
    })
    expect(responseWithoutPhoto.body.photoURL).toBe('')
  })

  it('rejects a photo that is not an upload, expired, or uploaded by another user', async () => {
    const person = await buildPerson(server.ctx)
    const otherUser = await buildPerson(server.ctx)
    const pictures = ['https://tracker.test/pixel.gif', await upload(otherUser.id), await upload(null, -1)]
    for (const photoURL of pictures) {
      const response = await call(server.url, 'updateMe', {
        token: person.token,
        body: { fullName: 'Changed', photoURL },
      })
      expect(response.status).toBe(400)
      expect(response.body.errors).toEqual([{ path: 'photoURL', message: expect.any(String) }])
    }
    expect(await readMe(person.token)).toMatchObject({ fullName: 'Robin Vale', photoURL: '/art/avatar.svg' })
  })

  it('keeps the purchases, reviews, reports, and sessions of a buyer who starts selling', async () => {
    const { ctx, url } = server
    const person = await buildPerson(ctx)
    const { id, token, email } = person
    const { id: sellerId } = await buildPerson(ctx, { account: 'seller' })
    const cars = [await buildCar(ctx, sellerId), await buildCar(ctx, sellerId)]
    await buildPurchase(ctx, id, cars[0]!)
    await buildReview(ctx, id)
    await buildReport(ctx, id, cars[1]!)
    await call(url, 'updateMe', { token, body: { account: 'seller' } })
    const lists = [
      await call<unknown[]>(url, 'listPurchases', { token, query: { email } }),
      await call<unknown[]>(url, 'listMyReviews', { token, query: { email } }),
      await call<unknown[]>(url, 'listMyReports', { token, params: { email } }),
    ]
    for (const { status, body } of lists) {
      expect(status).toBe(200)
      expect(body).toHaveLength(1)
    }
    const { body: sessions } = await call<unknown[]>(url, 'listSessions', { token })
    expect(sessions).toHaveLength(1)
  })
})

describe('role lookups', () => {
  it('are available only to the user and admins', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const seller = await buildPerson(server.ctx, { account: 'seller', verified: 1 })
    const params = { email: seller.email }
    for (const { token } of [seller, admin]) {
      expect((await call(server.url, 'isSeller', { params, token })).body).toEqual({
        isSeller: true,
        verified: true,
      })
      expect((await call(server.url, 'isAdmin', { params, token })).body).toEqual({ isAdmin: false })
    }
    const own = { params: { email: admin.email }, token: admin.token }
    expect((await call(server.url, 'isAdmin', own)).body).toEqual({ isAdmin: true })
    expect((await call(server.url, 'isSeller', own)).body).toEqual({ isSeller: false, verified: false })
    const unknown = { params: { email: 'nobody@people.test' }, token: admin.token }
    expect((await call(server.url, 'isAdmin', unknown)).body).toEqual({ isAdmin: false })
    for (const name of ['isAdmin', 'isSeller'] as const) {
      expect((await call(server.url, name, { params: own.params, token: seller.token })).status).toBe(403)
      expect((await call(server.url, name, { params })).status).toBe(401)
    }
  })

  it('never confuse two accounts that had the same email address at different times', async () => {
    const email = 'reused@people.test'
    const olderAccount = await buildPerson(server.ctx, { email, email_verified: 0 })
    const newer = await buildPerson(server.ctx, { email, role: 'admin' })
    const askForToken = async (token: string) =>
      (await call(server.url, 'isAdmin', { params: { email }, token })).body
    expect(await askForToken(olderAccount.token)).toEqual({ isAdmin: false })
    expect(await askForToken(newer.token)).toEqual({ isAdmin: true })
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    expect(await askForToken(admin.token)).toEqual({ isAdmin: true })
  })
})

describe('user lists', () => {
  it('separate buyers and sellers, page newest first, and show no uid', async () => {
    const ownServer = await startTestServer()
    try {
      const admin = await buildPerson(ownServer.ctx, {
        role: 'admin',
        created_at: '2026-01-01T00:00:00.000Z',
      })
      const people: Person[] = []
      for (let minute = 1; minute <= 5; minute++)
        people.push(
          await buildPerson(ownServer.ctx, {
            account: minute % 2 ? 'seller' : 'buyer',
            // Two users share a creation time, so their IDs determine the order.
            created_at: `2026-01-02T00:0${Math.min(minute, 4)}:00.000Z`,
          }),
        )
      await buildPerson(ownServer.ctx, { account: 'seller', deleted_at: '2026-01-03T00:00:00.000Z' })

      const seenUsers: User[] = []
      let cursor: string | undefined
      do {
        const page = await call<User[]>(ownServer.url, 'listUsers', {
          token: admin.token,
          query: { limit: 2, ...(cursor && { cursor }) },
        })
        expect(page.headers.get('x-total-count')).toBe('6')
        seenUsers.push(...page.body)
        cursor = /cursor=([\w-]+)/.exec(page.headers.get('link') ?? '')?.[1]
      } while (cursor)
      expect(seenUsers.map(({ _id }) => _id).sort()).toEqual([admin, ...people].map(({ id }) => id).sort())
      expect(seenUsers.at(-1)!._id).toBe(admin.id)
      expect(Object.keys(seenUsers[0]!).sort()).toEqual(
        [
          '_id',
          'account',
          'createdAt',
          'email',
          'emailVerified',
          'fullName',
          'photoURL',
          'role',
          'verified',
        ].sort(),
      )

      const wantedUser = people[2]!
      const query = `${wantedUser.email.slice(2, 9).toUpperCase()} ${wantedUser.email.slice(0, 4)}`
      const foundUsers = await call<User[]>(ownServer.url, 'listUsers', {
        token: admin.token,
        query: { q: query },
      })
      expect(foundUsers.body.map(({ email }) => email)).toContain(wantedUser.email)
      const none = await call<User[]>(ownServer.url, 'listUsers', { token: admin.token, query: { q: '%_' } })
      expect([none.body, none.headers.get('x-total-count')]).toEqual([[], '0'])

      const sellers = await call<User[]>(ownServer.url, 'listSellers', { token: admin.token })
      expect(sellers.headers.get('x-total-count')).toBe('3')
      expect(sellers.body.map(({ account }) => account)).toEqual(['seller', 'seller', 'seller'])
      const buyers = await call<User[]>(ownServer.url, 'listBuyers', { token: admin.token })
      expect(buyers.headers.get('x-total-count')).toBe('3')
      expect(new Set(buyers.body.map(({ account }) => account))).toEqual(new Set(['buyer']))
    } finally {
      await ownServer.close()
    }
  })

  it('are available only to admins', async () => {
    const { token } = await buildPerson(server.ctx, { account: 'seller' })
    for (const name of ['listUsers', 'listBuyers', 'listSellers'] as const) {
      expect((await call(server.url, name)).status).toBe(401)
      expect((await call(server.url, name, { token })).status).toBe(403)
    }
  })
})

describe('verification', () => {
  it('is granted to a seller once, with an audit entry and a notification', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const request = { params: { id: seller.id }, token: admin.token }
    expect((await call(server.url, 'verifySeller', request)).body).toEqual({
      acknowledged: true,
      modifiedCount: 1,
    })
    expect((await call(server.url, 'verifySeller', request)).body).toMatchObject({ modifiedCount: 0 })
    expect((await readMe(seller.token)).verified).toBe(true)
    expect((await messagesOf(seller.id)).map(({ kind }) => kind)).toEqual(['verified'])
    expect(await auditOf(seller.id)).toMatchObject([{ actor_id: admin.id, action: 'verify-seller' }])

    expect((await call(server.url, 'unverifySeller', request)).body).toMatchObject({ modifiedCount: 1 })
    expect((await readMe(seller.token)).verified).toBe(false)
  })

  it('rejects buyers, unknown and deleted users', async () => {
    const { token } = await buildPerson(server.ctx, { role: 'admin' })
    const buyer = await buildPerson(server.ctx)
    const deletedUser = await buildPerson(server.ctx, {
      account: 'seller',
      deleted_at: '2026-01-01T00:00:00.000Z',
    })
    for (const name of ['verifySeller', 'unverifySeller'] as const) {
      expect(await call(server.url, name, { params: { id: buyer.id }, token })).toMatchObject({
        status: 409,
        body: { code: 'not-a-seller' },
      })
      for (const id of ['unknown', deletedUser.id])
        expect((await call(server.url, name, { params: { id }, token })).status).toBe(404)
    }
  })
})

describe('the admin role', () => {
  it('takes effect on the next request, with an audit entry and a notification', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const user = await buildPerson(server.ctx)
    const request = { params: { id: user.id }, token: admin.token }
    expect((await call(server.url, 'listUsers', { token: user.token })).status).toBe(403)
    expect((await call(server.url, 'makeAdmin', request)).body).toEqual({
      acknowledged: true,
      modifiedCount: 1,
    })
    expect((await call(server.url, 'makeAdmin', request)).body).toMatchObject({ modifiedCount: 0 })
    expect((await call(server.url, 'listUsers', { token: user.token })).status).toBe(200)
    expect((await call(server.url, 'revokeAdmin', request)).body).toEqual({
      acknowledged: true,
      modifiedCount: 1,
    })
    expect((await call(server.url, 'revokeAdmin', request)).body).toMatchObject({ modifiedCount: 0 })
    expect((await call(server.url, 'listUsers', { token: user.token })).status).toBe(403)
    expect((await auditOf(user.id)).map(({ action }) => action).sort()).toEqual([
      'make-admin',
      'revoke-admin',
    ])
    expect(await messagesOf(user.id)).toHaveLength(2)
  })

  it('cannot be revoked from oneself, and cannot be granted to or revoked from unknown users', async () => {
    const { id, token } = await buildPerson(server.ctx, { role: 'admin' })
    expect(await call(server.url, 'revokeAdmin', { params: { id }, token })).toMatchObject({
      status: 409,
      body: { code: 'own-account' },
    })
    expect((await call(server.url, 'revokeAdmin', { params: { id: 'unknown' }, token })).status).toBe(404)
    expect((await call(server.url, 'makeAdmin', { params: { id: 'unknown' }, token })).status).toBe(404)
  })

  it('stays with one of two admins who revoke each other concurrently', async () => {
    const ownServer = await startTestServer()
    try {
      for (let round = 0; round < 10; round++) {
        await ownServer.ctx.db.updateTable('users').set({ role: 'user' }).execute()
        const [a, b] = [
          await buildPerson(ownServer.ctx, { role: 'admin' }),
          await buildPerson(ownServer.ctx, { role: 'admin' }),
        ]
        const responses = await Promise.all([
          call(ownServer.url, 'revokeAdmin', { params: { id: b.id }, token: a.token }),
          call(ownServer.url, 'revokeAdmin', { params: { id: a.id }, token: b.token }),
        ])
        const statuses = responses.map(({ status }) => status).sort()
        // The second call would either remove the last admin, or comes from a user who is no longer an admin.
        expect(statuses[0]).toBe(200)
        expect([403, 409]).toContain(statuses[1])
        const admins = await ownServer.ctx.db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'admin')
          .execute()
        expect(admins).toHaveLength(1)
      }
    } finally {
      await ownServer.close()
    }
  })
})

describe('PUT /users/me/email', () => {
  it('adopts the verification of the address, and the session continues', async () => {
    const { uid, email } = newcomer()
    const token = await tokenOf({ email, idToken: createIdToken({ uid, email, emailVerified: false }) })
    expect((await readMe(token)).emailVerified).toBe(false)
    const refresh = (proof: string | undefined) =>
      call<Me>(server.url, 'refreshEmail', { token: proof, body: { emailVerified: true } })
    // Only the identity service's statement about the email address counts.
    expect((await refresh(token)).status).toBe(401)
    expect((await refresh(createIdToken({ uid, email, emailVerified: false }))).body.emailVerified).toBe(
      false,
    )
    const response = await refresh(createIdToken({ uid, email }))
    expect(response).toMatchObject({ status: 200, body: { uid, email, emailVerified: true } })
    expect((await readMe(token)).emailVerified).toBe(true)
    const exported = await call<{ profile: { emailVerified: boolean } }>(server.url, 'exportMe', { token })
    expect(exported.body.profile.emailVerified).toBe(true)
  })

  it('does not change the seller’s verification', async () => {
    const seller = await buildPerson(server.ctx, { account: 'seller', email_verified: 0 })
    await call(server.url, 'refreshEmail', { token: seller.idToken })
    expect(await readMe(seller.token)).toMatchObject({ emailVerified: true, verified: false })
  })
})
