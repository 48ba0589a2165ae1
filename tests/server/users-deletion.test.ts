import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Me } from '../../contract/users.ts'
import { newId } from '../../server/db/id.ts'
import type { Tables } from '../../server/db/tables.ts'
import { deleteMe } from '../../server/features/account/deletion.service.ts'
import { revokeAdmin } from '../../server/core/users/role.service.ts'
import type { Actor } from '../../server/actor.ts'
import { openStripeSetup, type StripeSetup } from '../sandbox/stripe-setup.ts'
import { call } from '../support/api-client.ts'
import {
  buildCar,
  buildPayment,
  buildPerson,
  buildPurchase,
  buildReport,
  buildReview,
  type Person,
} from '../support/factories.ts'
import { fillAccount } from '../support/full-account.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface IntentResult {
  clientSecret: string
  attemptID: string
}

let setup: StripeSetup
let server: TestServer
beforeAll(async () => {
  setup = await openStripeSetup()
  server = await startTestServer({ stripeUrl: setup.sandbox.url })
  // With this admin, no other admin in these tests is accidentally the last one.
  await buildPerson(server.ctx, { role: 'admin' })
})
afterAll(async () => {
  await server.close()
  await setup[Symbol.asyncDispose]()
})

const db = () => server.ctx.db

/**
 * Reserves the car for the buyer, as the payment page does.
 * @returns the ID of Stripe's payment intent
 */
async function beginToPay(buyer: Person, purchaseId: string): Promise<string> {
  const response = await call<IntentResult>(server.url, 'createPaymentIntent', {
    token: buyer.token,
    body: { sellingPrice: '24,900', purchasedItemID: purchaseId },
  })
  expect(response.status).toBe(200)
  const attempt = await db()
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', response.body.attemptID)
    .executeTakeFirstOrThrow()
  return attempt.intent_id!
}

async function find(table: 'users' | 'cars' | 'purchases', id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where id = ${id}`.execute(db())
  return rows[0]!
}

async function actorOf({ token }: Person): Promise<Actor> {
  const verified = await server.ctx.tokens.verify(token, server.ctx.now())
  return (await server.ctx.actors.find(verified!, server.ctx.now()))!
}

describe('deleting an account', () => {
  it('leaves a tombstone, signs out all devices, and removes personal data', async () => {
    const seller = await buildPerson(server.ctx, { account: 'seller', full_name: 'Una Reyes', verified: 1 })
    const buyer = await buildPerson(server.ctx)
    const now = server.ctx.now().toISOString()
    const shots = JSON.stringify({ '/images/a': 'front' })
    const listed = await buildCar(server.ctx, seller.id, { images: ['/images/a'], shots, featured_at: now })
    const sold = await buildCar(server.ctx, seller.id, { state: 'sold', images: ['/images/b'] })
    const sale = await buildPurchase(server.ctx, buyer.id, sold, { state: 'paid' })
    const payment = await buildPayment(server.ctx, sale)
    const otherCar = await buildCar(server.ctx, buyer.id)
    const unpaid = await buildPurchase(server.ctx, seller.id, otherCar, { buyer_name: 'Una Reyes' })
    await buildReview(server.ctx, seller.id, { text: 'All good' })
    const { body: mails } = await call(server.url, 'subscribe', { body: { email: seller.email } })
    expect(mails).toEqual({ acknowledged: true })
    await db()
      .insertInto('uploads')
      .values({
        id: newId(),
        hash: 'h',
        url: 'https://pictures.test/portrait.webp',
        thumb_url: '',
        medium_url: '',
        width: 1,
        height: 1,
        bytes: 1,
        user_id: seller.id,
        created_at: now,
        expires_at: null,
      })
      .execute()

    const [first_car, second_car] = [listed, otherCar].toSorted() as [string, string]
    const photos = { first_photo: '/images/a', second_photo: '/images/a' }
    await db()
      .insertInto('photo_matches')
      .values({ first_car, second_car, ...photos, found_at: now })
      .execute()

    const response = await call(server.url, 'deleteMe', { token: seller.token })
    expect(response).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } })

    const rejection = await call(server.url, 'getMe', { token: seller.token })
    expect(rejection.status).toBe(401)
    expect(rejection.headers.get('x-session')).toBe('deleted')
    const sessions = db().selectFrom('sessions').select('revoked_at').where('user_id', '=', seller.id)
    expect(await sessions.execute()).toEqual([{ revoked_at: expect.any(String) }])
    expect(await find('users', seller.id)).toMatchObject({
      uid: seller.uid,
      email: '',
      full_name: 'Deleted user',
      photo_url: '',
      verified: 0,
      deleted_at: expect.any(String),
    })
    expect(await find('cars', listed)).toMatchObject({
      state: 'withdrawn',
      shots: null,
      featured_at: null,
      contact: '',
    })
    expect(await find('cars', sold)).toMatchObject({ state: 'sold', contact: '' })
    const pictures = db().selectFrom('car_pictures').selectAll().where('car_id', 'in', [listed, sold])
    expect(await pictures.execute()).toEqual([{ car_id: sold, position: 0, url: '/images/b' }])
    expect(await find('purchases', sale)).toMatchObject({ state: 'paid', buyer_name: 'Robin Vale' })
    expect(await find('purchases', unpaid)).toMatchObject({
      state: 'removed',
      buyer_name: 'Deleted user',
      buyer_contact: '',
      meeting_place: '',
    })
    const retainedPayment = await db()
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', payment.id)
      .execute()
    expect(retainedPayment).toMatchObject([{ amount: payment.amount, seller_id: seller.id }])
    for (const table of ['subscribers', 'mails', 'uploads', 'messages'] as const) {
      const rows = await db().selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(seller.email)
      expect(JSON.stringify(rows)).not.toContain(seller.id)
    }
    expect(await db().selectFrom('photo_matches').selectAll().execute()).toEqual([])
    const reviews = await call<{ reviewText: string; reviewerName: string }[]>(server.url, 'listAllReviews')
    expect(reviews.body.find(({ reviewText }) => reviewText === 'All good')?.reviewerName).toBe(
      'Deleted user',
    )
  })

  it('erases all data of an account with more than one batch of it', async () => {
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const retainedCar = await buildCar(server.ctx, seller.id, { state: 'sold' })
    await fillAccount(server.ctx, seller, 600)
    expect((await call(server.url, 'deleteMe', { token: seller.token })).status).toBe(200)
    await server.ctx.erasures.idle()
    const countRemaining = async (table: keyof Tables) =>
      JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(db())).rows)
    for (const table of ['uploads', 'messages', 'mails', 'undos', 'undo_rows'] as const)
      expect(await countRemaining(table)).not.toContain(seller.id)
    for (const table of ['purchases', 'audit'] as const)
      expect(await countRemaining(table)).not.toContain(seller.email)
    expect(await find('cars', retainedCar)).toMatchObject({ state: 'sold' })
    expect(await db().selectFrom('job_erasures').selectAll().execute()).toEqual([])
  })

  it('responds once the account is locked, even if its erasure takes longer', async () => {
    const ownServer = await startTestServer()
    try {
      await buildPerson(ownServer.ctx, { role: 'admin' })
      const [seller, otherSeller] = [
        await buildPerson(ownServer.ctx, { account: 'seller' }),
        await buildPerson(ownServer.ctx),
      ]
      // From here on, no process erases accounts.
      await ownServer.ctx.erasures.close()
      const response = await call(ownServer.url, 'deleteMe', { token: seller.token })
      expect(response).toMatchObject({ status: 200, body: { acknowledged: true, deletedCount: 1 } })
      expect((await call(ownServer.url, 'getMe', { token: seller.token })).status).toBe(401)
      const erasures = () => ownServer.ctx.db.selectFrom('job_erasures').select('user_id').execute()
      expect(await erasures()).toEqual([{ user_id: seller.id }])

      // Another process erases the account while the call waits.
      let isAnswered = false
      const deletion = call(ownServer.url, 'deleteMe', { token: otherSeller.token }).finally(
        () => (isAnswered = true),
      )
      await vi.waitUntil(async () => (await erasures()).length === 2)
      expect(isAnswered).toBe(false)
      await ownServer.ctx.db.deleteFrom('job_erasures').where('user_id', '=', otherSeller.id).execute()
      expect((await deletion).body).toEqual({ acknowledged: true, deletedCount: 1 })
    } finally {
      await ownServer.close()
    }
  })

  it('removes nothing from the owner of an address that the account never verified', async () => {
    const email = 'reader@people.test'
    await call(server.url, 'subscribe', { body: { email } })
    const impostor = await buildPerson(server.ctx, { email, email_verified: 0 })
    expect((await call(server.url, 'deleteMe', { token: impostor.token })).status).toBe(200)
    const owner = await buildPerson(server.ctx, { email })
    const exported = await call(server.url, 'exportMe', { token: owner.token })
    expect(exported.body).toMatchObject({ newsletter: [{ email }] })
    const mails = db().selectFrom('mails').select('subject').where('recipient', '=', email)
    expect(await mails.execute()).toHaveLength(1)
  })

  it('retains other users’ reports on the seller, without the address', async () => {
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const reporter = await buildPerson(server.ctx)
    const carId = await buildCar(server.ctx, seller.id)
    await call(server.url, 'addReport', { token: reporter.token, body: { reportedItemInfo: { _id: carId } } })
    await call(server.url, 'deleteMe', { token: seller.token })
    const { body } = await call<{ reportedItemInfo: { sellerEmail: string } }[]>(
      server.url,
      'listMyReports',
      {
        params: { email: reporter.email },
        token: reporter.token,
      },
    )
    expect(body.map(({ reportedItemInfo }) => reportedItemInfo.sellerEmail)).toEqual([''])
    expect(JSON.stringify(await db().selectFrom('reports').selectAll().execute())).not.toContain(seller.email)
  })

  it('cancels payments to and by the deleted seller at Stripe', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const buyer = await buildPerson(server.ctx)
    const carId = await buildCar(server.ctx, seller.id)
    const purchaseId = await buildPurchase(server.ctx, buyer.id, carId)
    const toSeller = await beginToPay(buyer, purchaseId)
    const otherCar = await buildCar(server.ctx, buyer.id)
    const bySeller = await beginToPay(seller, await buildPurchase(server.ctx, seller.id, otherCar))

    const request = { params: { id: seller.id }, token: admin.token }
    expect((await call(server.url, 'deleteUser', request)).body).toEqual({
      acknowledged: true,
      deletedCount: 1,
    })
    for (const intent of [toSeller, bySeller])
      expect((await setup.stripe.paymentIntents.retrieve(intent)).status).toBe('canceled')
    expect(await find('cars', carId)).toMatchObject({ state: 'withdrawn' })
    expect(await find('cars', otherCar)).toMatchObject({ state: 'instock' })
    expect(await find('purchases', purchaseId)).toMatchObject({ state: 'unpaid' })
    const audit = await db().selectFrom('audit').selectAll().where('target', '=', seller.id).execute()
    expect(audit).toMatchObject([{ action: 'delete-user', actor_id: admin.id }])
    expect(JSON.stringify(audit)).not.toContain(seller.email)
  })

  it('is rejected while a payment can no longer be stopped, and changes nothing', async () => {
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const buyer = await buildPerson(server.ctx)
    const carId = await buildCar(server.ctx, seller.id)
    const intent = await beginToPay(buyer, await buildPurchase(server.ctx, buyer.id, carId))
    await setup.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
    const response = await call(server.url, 'deleteMe', { token: seller.token })
    expect(response).toMatchObject({ status: 409, body: { code: 'payment-in-progress' } })
    expect(await find('users', seller.id)).toMatchObject({ email: seller.email, deleted_at: null })
    // The payment had succeeded, so it is a sale now, and the account can be deleted once its deal is over.
    expect(await find('cars', carId)).toMatchObject({ state: 'sold' })
    for (const { token } of [seller, buyer])
      expect(await call(server.url, 'deleteMe', { token })).toMatchObject({
        status: 409,
        body: { code: 'money-in-flight' },
      })
    expect(await find('users', seller.id)).toMatchObject({ email: seller.email, deleted_at: null })
    await server.ctx.db.updateTable('deals').set({ state: 'closed' }).where('car_id', '=', carId).execute()
    expect((await call(server.url, 'deleteMe', { token: seller.token })).status).toBe(200)
    expect(await find('cars', carId)).toMatchObject({ state: 'sold' })
  })

  it('returns 0 for a repeated request and for an unknown user', async () => {
    const { token } = await buildPerson(server.ctx, { role: 'admin' })
    const { id } = await buildPerson(server.ctx)
    const remove = (id: string) => call(server.url, 'deleteUser', { params: { id }, token })
    expect((await remove(id)).body).toEqual({ acknowledged: true, deletedCount: 1 })
    expect((await remove(id)).body).toEqual({ acknowledged: true, deletedCount: 0 })
    expect((await remove('unknown')).body).toEqual({ acknowledged: true, deletedCount: 0 })
  })

  it('is available to admins, except for their own account', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const user = await buildPerson(server.ctx)
    expect((await call(server.url, 'deleteUser', { params: { id: user.id } })).status).toBe(401)
    const own = { params: { id: user.id }, token: user.token }
    expect((await call(server.url, 'deleteUser', own)).status).toBe(403)
    const selfDeletion = await call(server.url, 'deleteUser', {
      params: { id: admin.id },
      token: admin.token,
    })
    expect(selfDeletion).toMatchObject({ status: 409, body: { code: 'own-account' } })
    expect((await call(server.url, 'deleteMe')).status).toBe(401)
  })
})

describe('the last admin', () => {
  it('cannot be deleted', async () => {
    await db().updateTable('users').set({ role: 'user' }).execute()
    const { token } = await buildPerson(server.ctx, { role: 'admin' })
    expect(await call(server.url, 'deleteMe', { token })).toMatchObject({
      status: 409,
      body: { code: 'last-admin' },
    })
    expect((await call<Me>(server.url, 'getMe', { token })).body.isAdmin).toBe(true)
  })

  it('remains when two admins act concurrently', async () => {
    const acts: ((a: Actor, b: Actor) => Promise<unknown>[])[] = [
      (a, b) => [revokeAdmin(server.ctx, a, b.id), revokeAdmin(server.ctx, b, a.id)],
      (a, b) => [deleteMe(server.ctx, a), deleteMe(server.ctx, b)],
      (a, b) => [deleteMe(server.ctx, a), revokeAdmin(server.ctx, a, b.id)],
    ]
    for (const act of acts) {
      await db().updateTable('users').set({ role: 'user' }).execute()
      const a = await actorOf(await buildPerson(server.ctx, { role: 'admin' }))
      const b = await actorOf(await buildPerson(server.ctx, { role: 'admin' }))
      const results = await Promise.allSettled(act(a, b))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'last-admin' },
      })
      const admins = db().selectFrom('users').select('id').where('role', '=', 'admin')
      expect(await admins.where('deleted_at', 'is', null).execute()).toHaveLength(1)
    }
  })
})

describe('the export', () => {
  it('contains everything about the user, as a download, and nothing about others', async () => {
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const buyer = await buildPerson(server.ctx, { full_name: 'Kit Moss' })
    const carId = await buildCar(server.ctx, seller.id, { state: 'sold' })
    const purchaseId = await buildPurchase(server.ctx, buyer.id, carId, {
      state: 'paid',
      buyer_name: 'Kit Moss',
    })
    const payment = await buildPayment(server.ctx, purchaseId)
    await buildReview(server.ctx, buyer.id, { half_stars: 7 })
    await buildReport(server.ctx, buyer.id, carId)

    const buyerExport = await call<Record<string, unknown[]>>(server.url, 'exportMe', { token: buyer.token })
    expect(buyerExport.status).toBe(200)
    expect(buyerExport.headers.get('content-disposition')).toBe(
      'attachment; filename="kerblight-export.json"',
    )
    expect(buyerExport.body).toMatchObject({
      profile: { id: buyer.id, uid: buyer.uid, email: buyer.email, fullName: 'Kit Moss', verified: false },
      sessions: [{ client: 'web' }],
      cars: [],
      purchases: [{ id: purchaseId, buyerContact: '555-0111', state: 'paid' }],
      payments: [{ transactionID: payment.intent_id, amount: 2_490_000 }],
      sales: [],
      reports: [{ carID: carId, reason: 'wrong price' }],
      reviews: [{ rating: 3.5 }],
    })

    const sold = await call(server.url, 'exportMe', { token: seller.token })
    expect(sold.body).toMatchObject({
      cars: [{ id: carId, contact: '555-0100', images: [] }],
      sales: [{ id: payment.id }],
    })
    const text = JSON.stringify(sold.body)
    for (const foreign of [buyer.email, 'Kit Moss', '555-0111', 'wrong price'])
      expect(text).not.toContain(foreign)
    expect((await call(server.url, 'exportMe')).status).toBe(401)
  })

  it('excludes mail sent to a previous owner of the address', async () => {
    const previousOwner = await buildPerson(server.ctx, { account: 'seller' })
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    await call(server.url, 'verifySeller', { token: admin.token, params: { id: previousOwner.id } })
    await call(server.url, 'subscribe', { body: { email: previousOwner.email } })
    // Firebase lets anyone register an email address that its owner no longer uses, long before the new owner
    // confirms it.
    const nextOwner = await buildPerson(server.ctx, { email: previousOwner.email, email_verified: 0 })
    const ownResponse = await call(server.url, 'exportMe', { token: previousOwner.token })
    expect(JSON.stringify(ownResponse.body)).toContain('verified seller')
    const foreign = await call(server.url, 'exportMe', { token: nextOwner.token })
    expect(foreign.status).toBe(200)
    expect(JSON.stringify(foreign.body)).not.toContain('verified seller')
    expect(foreign.body).toMatchObject({ newsletter: [] })
    expect(JSON.stringify(foreign.body)).not.toContain('/newsletter/')
  })
})
