import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Purchase } from '../../contract/purchases.ts'
import type { Review, ReviewSummary } from '../../contract/reviews.ts'
import type { Row } from '../../server/db/tables.ts'
import { detachReviews } from '../../server/sale/records/detach-reviews.ts'
import { call } from '../support/api-client.ts'
import {
  buildCar,
  buildPayment,
  buildPerson,
  buildPurchase,
  buildReview,
  type Person,
} from '../support/factories.ts'
import { collectQueryPlans } from '../support/query-plans.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

interface DeleteResult {
  success: boolean
  data: { acknowledged: true; deletedCount: number; undoId?: string } | null
  message: string
}

let server: TestServer
let author: Person
let otherAuthor: Person
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.ctx.db.deleteFrom('reviews').execute()
  author = await buildPerson(server.ctx, { full_name: 'Ada Vale', photo_url: '/art/people/1.svg' })
  otherAuthor = await buildPerson(server.ctx, { account: 'seller' })
  admin = await buildPerson(server.ctx, { role: 'admin' })
})
afterAll(() => server.close())

function add(body: unknown, token: string | undefined = author.token, key?: string) {
  return call<{ acknowledged: true; insertedId: string }>(server.url, 'addReview', {
    token,
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
}

function get(id: string, token: string | undefined = author.token) {
  return call<Review>(server.url, 'getReview', { params: { id }, token })
}

function listAll() {
  return call<Review[]>(server.url, 'listAllReviews')
}

describe('writing a review', () => {
  it('stores half stars, and takes the reviewer from the account', async () => {
    const response = await add({
      rating: 3.5,
      reviewText: '  Honest people. ',
      reviewerName: 'Somebody Else',
      reviewerEmail: 'victim@people.test',
    })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ acknowledged: true, insertedId: expect.stringMatching(/^[\w-]{22}$/) })
    expect((await get(response.body.insertedId)).body).toEqual({
      _id: response.body.insertedId,
      rating: 3.5,
      reviewText: 'Honest people.',
      reviewerName: 'Ada Vale',
      reviewerPhoto: '/art/people/1.svg',
      reviewerEmail: author.email,
      createdAt: expect.any(String),
      carName: null,
    })
  })

  it('may have no stars and no text', async () => {
    const { body } = await add({ rating: 0 })
    expect((await get(body.insertedId)).body).toMatchObject({ rating: 0, reviewText: '' })
  })

  it('creates one review per idempotency key and author, even for concurrent requests', async () => {
    const repeatedCalls = Array.from({ length: 8 }, () => add({ rating: 4 }, author.token, 'key-1'))
    const ids = (await Promise.all(repeatedCalls)).map(({ body }) => body.insertedId)
    expect(new Set(ids).size).toBe(1)
    expect((await add({ rating: 4 }, otherAuthor.token, 'key-1')).body.insertedId).not.toBe(ids[0])
    expect((await add({ rating: 4 })).body.insertedId).not.toBe(ids[0])
    expect((await listAll()).body).toHaveLength(3)
  })

  it('rejects a key that was used with another text, and leaves the first review unchanged', async () => {
    const { body } = await add({ rating: 4, reviewText: 'Good.' }, author.token, 'key-1')
    expect(await add({ rating: 4, reviewText: 'Very good.' }, author.token, 'key-1')).toMatchObject({
      status: 422,
      body: { code: 'key-reused' },
    })
    // A repeated request still refers to the first review, although that review has changed since.
    const change = { params: { id: body.insertedId }, body: { rating: 1, reviewText: 'Changed.' } }
    await call(server.url, 'updateReview', { token: author.token, ...change })
    const repeatedResponse = await add({ reviewText: ' Good. ', rating: 4 }, author.token, 'key-1')
    expect(repeatedResponse.body.insertedId).toBe(body.insertedId)
    expect((await listAll()).body).toHaveLength(1)
  })

  it('rejects signed-out users and invalid ratings', async () => {
    expect((await add({ rating: 5 }, '')).status).toBe(401)
    // These ratings are so close to a half star that a tolerance would accept them.
    for (const rating of [5e-324, 4.500000000000001]) expect((await add({ rating })).status).toBe(400)
    for (const rating of [-0.5, 5.5, 4.25, '5', null])
      expect(await add({ rating })).toMatchObject({ status: 400, body: { errors: [{ path: 'rating' }] } })
    expect((await add({ rating: 5, reviewText: 'x'.repeat(2001) })).status).toBe(400)
    expect((await listAll()).body).toEqual([])
  })
})

describe('reviewing a purchase', () => {
  type PurchaseFields = Partial<Row<'purchases'>>

  async function buy(
    buyer: Person = author,
    fields: PurchaseFields = {},
    payment: Partial<Row<'payments'>> = {},
  ) {
    const carId = await buildCar(server.ctx, otherAuthor.id, {
      category_name: 'Tesla',
      model_name: 'Model 3',
    })
    const id = await buildPurchase(server.ctx, buyer.id, carId, { state: 'paid', ...fields })
    await buildPayment(server.ctx, id, payment)
    return id
  }

  const reviewOn = (purchasedItemID: string, fields: object = {}) => ({
    rating: 5,
    purchasedItemID,
    ...fields,
  })
  const reviewOf = async (id: string) =>
    (await call<Purchase>(server.url, 'getPurchase', { params: { id }, token: author.token })).body.reviewID

  it('shows the car to everyone, and the ID of the review to its buyer', async () => {
    const id = await buy()
    expect(await reviewOf(id)).toBeNull()
    const { insertedId } = (await add(reviewOn(id))).body
    expect((await listAll()).body).toMatchObject([{ _id: insertedId, carName: '2021 Tesla Model 3' }])
    expect(JSON.stringify((await listAll()).body)).not.toContain(id)
    expect((await get(insertedId)).body.carName).toBe('2021 Tesla Model 3')
    expect(await reviewOf(id)).toBe(insertedId)
    const change = { rating: 1, reviewText: 'It broke down.' }
    await call(server.url, 'updateReview', { token: author.token, params: { id: insertedId }, body: change })
    expect((await get(insertedId)).body).toMatchObject({ ...change, carName: '2021 Tesla Model 3' })
  })

  it('is possible once, even for concurrent requests, and again after the review is deleted', async () => {
    const id = await buy()
    const attempts = Array.from({ length: 6 }, (_, n) => add(reviewOn(id), author.token, `tab-${n}`))
    const responses = await Promise.all(attempts)
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await add(reviewOn(id))).toMatchObject({ status: 409, body: { code: 'already-reviewed' } })

    const firstReview = (await reviewOf(id))!
    const row = { params: { id: firstReview }, token: author.token }
    const undoId = (await call<DeleteResult>(server.url, 'deleteReview', row)).body.data!.undoId!
    expect(await reviewOf(id)).toBeNull()
    const secondId = (await add(reviewOn(id))).body.insertedId
    const undo = await call(server.url, 'undo', { params: { id: undoId }, token: author.token })
    expect(undo).toMatchObject({ status: 409, body: { code: 'undo-expired' } })
    expect(await reviewOf(id)).toBe(secondId)
  })

  it('is restored with its car when the deletion is undone', async () => {
    const id = await buy()
    const { insertedId } = (await add(reviewOn(id))).body
    const row = { params: { id: insertedId }, token: author.token }
    const undoId = (await call<DeleteResult>(server.url, 'deleteReview', row)).body.data!.undoId!
    await call(server.url, 'undo', { params: { id: undoId }, token: author.token })
    expect((await listAll()).body).toMatchObject([{ _id: insertedId, carName: '2021 Tesla Model 3' }])
    expect(await reviewOf(id)).toBe(insertedId)
  })

  it.each<[string, number, string, PurchaseFields, Partial<Row<'payments'>>?]>([
    ['that is not paid', 409, 'not-bought', { state: 'unpaid' }],
    ['that is being paid', 409, 'not-bought', { state: 'paying' }],
    ['that was refunded', 409, 'not-bought', { state: 'refunded' }, { state: 'refunded' }],
    ['whose refund is on its way', 409, 'not-bought', {}, { state: 'refund-pending' }],
    ['that was removed', 404, 'not-found', { state: 'removed' }],
  ])('refuses a purchase %s', async (_, status, code, fields, payment) => {
    expect(await add(reviewOn(await buy(author, fields, payment)))).toMatchObject({ status, body: { code } })
    expect((await listAll()).body).toEqual([])
  })

  it('accepts a purchase that was removed from the list or partly refunded', async () => {
    const hiddenPurchase = await buy(author, { hidden_at: '2026-01-01T00:00:00.000Z' })
    const partlyRefunded = await buy(author, {}, { refunded_amount: 100 })
    for (const id of [hiddenPurchase, partlyRefunded]) expect((await add(reviewOn(id))).status).toBe(200)
  })

  it('is possible only for its buyer', async () => {
    const id = await buy()
    for (const { token } of [otherAuthor, admin])
      expect(await add(reviewOn(id), token)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect((await add(reviewOn('no-such-purchase'))).status).toBe(404)
  })

  it('returns the first review for a repeat, even if the purchase has been refunded', async () => {
    const id = await buy()
    const { insertedId } = (await add(reviewOn(id), author.token, 'key-1')).body
    await server.ctx.db.updateTable('purchases').set({ state: 'refunded' }).where('id', '=', id).execute()
    expect((await add(reviewOn(id), author.token, 'key-1')).body.insertedId).toBe(insertedId)
    expect(await add(reviewOn(await buy()), author.token, 'key-1')).toMatchObject({ status: 422 })
  })

  it('detaches reviews, including deleted reviews, from a refunded purchase through an index', async () => {
    const { db } = server.ctx
    const id = await buy()
    const { insertedId } = (await add(reviewOn(id))).body
    await call(server.url, 'deleteReview', { params: { id: insertedId }, token: author.token })
    const [plan] = await collectQueryPlans(db, () => detachReviews(db, id))
    expect(plan).toMatch(/SEARCH reviews USING (COVERING )?INDEX reviews_of_purchase/)
    const review = db.selectFrom('reviews').select('purchase_id').where('id', '=', insertedId)
    expect(await review.executeTakeFirst()).toEqual({ purchase_id: null })
  })
})

describe('the public list', () => {
  it('is newest first, shows no email addresses, and reflects a new name', async () => {
    const oldReview = await buildReview(server.ctx, author.id, { created_at: '2026-01-01T00:00:00.000Z' })
    const recent = await buildReview(server.ctx, author.id, { created_at: '2026-02-01T00:00:00.000Z' })
    await call(server.url, 'updateMe', { token: author.token, body: { fullName: 'Ada Moss' } })
    const { body, headers } = await listAll()
    expect(body.map(({ _id }) => _id)).toEqual([recent, oldReview])
    expect(headers.get('x-total-count')).toBe('2')
    for (const review of body) expect(review).not.toHaveProperty('reviewerEmail')
    expect(body[0]!.reviewerName).toBe('Ada Moss')
  })

  it('pages without gaps or duplicates, even for equal times', async () => {
    for (let n = 0; n < 5; n++)
      await buildReview(server.ctx, author.id, { created_at: '2026-01-01T00:00:00.000Z' })
    const seenIds: string[] = []
    let cursor: string | undefined
    do {
      const page = await call<Review[]>(server.url, 'listAllReviews', {
        query: { limit: 2, ...(cursor && { cursor }) },
      })
      seenIds.push(...page.body.map(({ _id }) => _id))
      cursor = /cursor=([\w-]+)/.exec(page.headers.get('link') ?? '')?.[1]
    } while (cursor)
    expect(seenIds).toHaveLength(5)
    expect(new Set(seenIds).size).toBe(5)
    expect((await call(server.url, 'listAllReviews', { query: { cursor: 'bm90aGluZw' } })).status).toBe(400)
  })
})

describe('the summary of all reviews', () => {
  const summarize = async () => (await call<ReviewSummary>(server.url, 'getReviewSummary')).body

  it('is empty without reviews', async () => {
    expect(await summarize()).toEqual({ count: 0, average: null, ratings: [] })
  })

  it('reflects reviews that are added, changed, deleted, restored, and purged', async () => {
    await add({ rating: 5 })
    const { insertedId: id } = (await add({ rating: 4.5 })).body
    await add({ rating: 5 }, otherAuthor.token)
    await add({ rating: 0 }, otherAuthor.token)
    const five = { rating: 5, count: 2 }
    const none = { rating: 0, count: 1 }
    expect(await summarize()).toEqual({
      count: 4,
      average: 3.625,
      ratings: [five, { rating: 4.5, count: 1 }, none],
    })
    const row = { params: { id }, token: author.token }
    await call(server.url, 'updateReview', { ...row, body: { rating: 2 } })
    expect((await summarize()).ratings).toEqual([five, { rating: 2, count: 1 }, none])
    const { data } = (await call<DeleteResult>(server.url, 'deleteReview', row)).body
    expect(await summarize()).toEqual({ count: 3, average: 10 / 3, ratings: [five, none] })
    await call(server.url, 'undo', { params: { id: data!.undoId! }, token: author.token })
    expect((await summarize()).count).toBe(4)
    await call(server.url, 'deleteReview', row)
    await server.ctx.db.deleteFrom('reviews').where('deleted_at', 'is not', null).execute()
    expect((await summarize()).count).toBe(3)
  })
})

describe('a user’s own reviews', () => {
  it('are listed only for the author and admins', async () => {
    const id = await buildReview(server.ctx, author.id)
    await buildReview(server.ctx, otherAuthor.id)
    const list = (email: string, token?: string) =>
      call<Review[]>(server.url, 'listMyReviews', { query: { email }, token })
    for (const { token } of [author, admin]) {
      const { body } = await list(author.email, token)
      expect(body.map(({ _id, reviewerEmail }) => [_id, reviewerEmail])).toEqual([[id, author.email]])
    }
    expect((await list('nobody@people.test', admin.token)).body).toEqual([])
    expect((await list(author.email, otherAuthor.token)).status).toBe(403)
    expect((await list(author.email)).status).toBe(401)
  })

  it('can be changed only by the author', async () => {
    const id = await buildReview(server.ctx, author.id)
    const edit = (token: string | undefined, rating = 1.5) =>
      call(server.url, 'updateReview', { params: { id }, token, body: { rating, reviewText: 'Changed' } })
    for (const { token } of [otherAuthor, admin]) expect((await edit(token)).status).toBe(404)
    expect((await edit(undefined)).status).toBe(401)
    expect((await edit(author.token, 9)).status).toBe(400)
    expect((await get(id)).body).toMatchObject({ rating: 4.5 })
    expect((await edit(author.token)).body).toEqual({ acknowledged: true, modifiedCount: 1 })
    expect((await get(id)).body).toMatchObject({ rating: 1.5, reviewText: 'Changed' })
    expect((await listAll()).body[0]).toMatchObject({ rating: 1.5 })
  })

  it('can be read individually only by the author and admins', async () => {
    const id = await buildReview(server.ctx, author.id)
    expect((await get(id, admin.token)).status).toBe(200)
    expect((await get(id, otherAuthor.token)).status).toBe(404)
    expect((await get(id, '')).status).toBe(401)
    expect((await get('unknown')).status).toBe(404)
  })
})

describe('deleting a review', () => {
  const remove = (id: string, token?: string) =>
    call<DeleteResult>(server.url, 'deleteReview', { params: { id }, token })

  it('responds as specified, and with 0 for a repeat', async () => {
    const id = await buildReview(server.ctx, author.id)
    expect((await remove(id, author.token)).body).toEqual({
      success: true,
      data: { acknowledged: true, deletedCount: 1, undoId: expect.any(String) },
      message: 'deleted successfully',
    })
    expect((await listAll()).body).toEqual([])
    expect((await get(id)).status).toBe(404)
    expect(
      (await call(server.url, 'updateReview', { params: { id }, token: author.token, body: { rating: 1 } }))
        .status,
    ).toBe(404)
    expect((await remove(id, author.token)).body).toEqual({
      success: true,
      data: { acknowledged: true, deletedCount: 0 },
      message: 'deleted successfully',
    })
  })

  it('is available only to the author and to admins, whose deletion is audited', async () => {
    const id = await buildReview(server.ctx, author.id)
    expect(await remove(id, otherAuthor.token)).toMatchObject({
      status: 404,
      body: { success: false, data: null, message: expect.any(String) },
    })
    expect(await remove(id)).toMatchObject({ status: 401, body: { success: false, data: null } })
    expect((await remove(id, admin.token)).body.data).toMatchObject({ deletedCount: 1 })
    const audit = await server.ctx.db.selectFrom('audit').selectAll().where('target', '=', id).execute()
    expect(audit).toMatchObject([{ action: 'delete-review', actor_id: admin.id }])
  })
})
