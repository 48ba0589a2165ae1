import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { listPurchases } from '../../server/sale/records/purchase-lists.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildPurchase } from '../support/factories.ts'
import { hasPlans, collectQueryPlans } from '../support/query-plans.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { buildCarOnList, startPaying } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const details = { buyerContact: '555-0111', meetingPlace: 'Station' }

describe('POST /purchase', () => {
  it('takes buyer, price, model, and time from the account, car, and clock, not the body', async () => {
    const buyer = await buildPerson(app.ctx, { full_name: 'Bea Buyer' })
    const carID = await buildCar(app.ctx, app.people.seller.id)
    const forgedFields = {
      buyerName: 'Eve',
      buyerEmail: 'eve@people.test',
      carModelName: 'Free',
      purchaseTime: 1,
    }
    const { body } = await call<EndpointOutput<'addPurchase'>>(app.url, 'addPurchase', {
      token: buyer.token,
      body: { carID, ...details, ...forgedFields, sellingPrice: '$24,900' },
    })
    const item = await call<EndpointOutput<'getPurchase'>>(app.url, 'getPurchase', {
      token: buyer.token,
      params: { id: body.insertedId },
    })
    expect(item.body).toMatchObject({
      buyerName: 'Bea Buyer',
      buyerEmail: buyer.email,
      carModelName: 'A4 Avant 40 TFSI',
      sellingPrice: '24,900',
      priceMinor: 2_490_000,
      paid: false,
      carID,
      ...details,
    })
    expect(Math.abs(item.body.purchaseTime - Date.now())).toBeLessThan(10_000)
  })

  it('rejects an outdated price, and returns the current one', async () => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCar(app.ctx, app.people.seller.id)
    const response = await call(app.url, 'addPurchase', {
      token: buyer.token,
      body: { carID, ...details, sellingPrice: '1' },
    })
    expect(response.body).toMatchObject({
      status: 409,
      code: 'price-changed',
      facts: { sellingPrice: '24,900' },
    })
  })

  it.each([
    ['sold', 409, 'car-sold'],
    ['withdrawn', 404, 'not-found'],
  ] as const)('refuses a car that is %s', async (state, status, code) => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCar(app.ctx, app.people.seller.id, { state })
    const response = await call(app.url, 'addPurchase', { token: buyer.token, body: { carID, ...details } })
    expect(response.body).toMatchObject({ status, code })
  })

  it('reports both missing fields with the form’s messages', async () => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCar(app.ctx, app.people.seller.id)
    const response = await call(app.url, 'addPurchase', {
      token: buyer.token,
      body: { carID, buyerContact: ' ', meetingPlace: '' },
    })
    expect(response.body.errors).toEqual([
      { path: 'buyerContact', message: 'Number is required' },
      { path: 'meetingPlace', message: 'Place is required' },
    ])
  })

  it('is limited to 50 open items', async () => {
    const buyer = await buildPerson(app.ctx)
    for (let count = 0; count < 50; count++)
      await buildPurchase(app.ctx, buyer.id, await buildCar(app.ctx, app.people.seller.id))
    const carID = await buildCar(app.ctx, app.people.seller.id)
    const response = await call(app.url, 'addPurchase', { token: buyer.token, body: { carID, ...details } })
    expect(response.body).toMatchObject({ status: 409, code: 'purchase-limit' })
  })

  it('is limited to 50 open items, including restored items', async () => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCar(app.ctx, app.people.seller.id)
    const id = await buildPurchase(app.ctx, buyer.id, carID)
    const removed = await call<EndpointOutput<'deletePurchase'>>(app.url, 'deletePurchase', {
      token: buyer.token,
      params: { id, carID },
      query: { email: buyer.email },
    })
    for (let count = 0; count < 50; count++)
      await buildPurchase(app.ctx, buyer.id, await buildCar(app.ctx, app.people.seller.id))
    const undoResponse = await call(app.url, 'undo', {
      token: buyer.token,
      params: { id: removed.body.undoId! },
    })
    expect(undoResponse.body).toMatchObject({ code: 'undo-expired' })
  })
})

describe('DELETE /myPurchaseList/{id}/{carID}', () => {
  it('removes the item, and undo restores it', async () => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCar(app.ctx, app.people.seller.id)
    const id = await buildPurchase(app.ctx, buyer.id, carID)
    const request = { token: buyer.token, params: { id, carID }, query: { email: buyer.email } }
    const removed = await call<EndpointOutput<'deletePurchase'>>(app.url, 'deletePurchase', request)
    expect(removed.body).toMatchObject({ acknowledged: true, deletedCount: 1 })
    const repeatedResponse = await call<EndpointOutput<'deletePurchase'>>(app.url, 'deletePurchase', request)
    expect(repeatedResponse.body).toEqual({ acknowledged: true, deletedCount: 0 })
    expect(await listOf(buyer.email, buyer.token)).toEqual([])
    await call(app.url, 'undo', { token: buyer.token, params: { id: removed.body.undoId! } })
    expect((await listOf(buyer.email, buyer.token)).map((item) => item._id)).toEqual([id])
  })

  it('hides a paid item from the buyer and keeps it for the seller', async () => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCar(app.ctx, app.people.seller.id, { state: 'sold' })
    const id = await buildPurchase(app.ctx, buyer.id, carID, { state: 'paid' })
    const request = { token: buyer.token, params: { id, carID }, query: { email: buyer.email } }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        call<EndpointOutput<'deletePurchase'>>(app.url, 'deletePurchase', request),
      ),
    )
    expect(responses.map(({ body }) => body.deletedCount).sort()).toEqual([0, 0, 0, 0, 1])
    expect(await listOf(buyer.email, buyer.token)).toEqual([])
    const sales = await call<EndpointOutput<'listSales'>>(app.url, 'listSales', {
      token: app.people.seller.token,
    })
    expect(sales.body.map((sale) => sale._id)).toContain(id)
  })

  it('lists the item among the seller’s sales at its stage', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const buyer = await buildPerson(app.ctx)
    const build = async (state: 'unpaid' | 'paid' | 'refunded') =>
      buildPurchase(app.ctx, buyer.id, await buildCar(app.ctx, seller.id), { state })
    const [unpaid, paid, refunded] = [await build('unpaid'), await build('paid'), await build('refunded')]
    const listAtStage = async (stage?: string) => {
      const { body, headers } = await call<EndpointOutput<'listSales'>>(app.url, 'listSales', {
        token: seller.token,
        query: stage ? { stage } : {},
      })
      expect(headers.get('x-total-count')).toBe(String(body.length))
      return body.map(({ _id }) => _id).toSorted()
    }
    expect(await listAtStage('interested')).toEqual([unpaid])
    expect(await listAtStage('paid')).toEqual([paid, refunded].toSorted())
    expect(await listAtStage()).toEqual([unpaid, paid, refunded].toSorted())
  })

  it('rejects a car or an address that does not match the item', async () => {
    const buyer = await buildPerson(app.ctx)
    const carID = await buildCar(app.ctx, app.people.seller.id)
    const id = await buildPurchase(app.ctx, buyer.id, carID)
    const otherCar = await buildCar(app.ctx, app.people.seller.id)
    const wrongCar = { token: buyer.token, params: { id, carID: otherCar }, query: { email: buyer.email } }
    expect((await call(app.url, 'deletePurchase', wrongCar)).status).toBe(404)
    const wrongEmail = { token: buyer.token, params: { id, carID }, query: { email: 'eve@people.test' } }
    expect((await call(app.url, 'deletePurchase', wrongEmail)).status).toBe(404)
    expect(await listOf(buyer.email, buyer.token)).toHaveLength(1)
  })
})

describe('GET /myPurchaseList', () => {
  it('pages by cursor without missing or repeating a row', async () => {
    const buyer = await buildPerson(app.ctx)
    const ids = []
    for (let count = 0; count < 7; count++)
      ids.push(await buildPurchase(app.ctx, buyer.id, await buildCar(app.ctx, app.people.seller.id)))
    const seenIds: string[] = []
    let path: string | null = `/api/myPurchaseList?email=${buyer.email}&limit=3`
    while (path) {
      const response: Response = await fetch(app.url + path, {
        headers: { authorization: `Bearer ${buyer.token}` },
      })
      expect(response.headers.get('x-total-count')).toBe('7')
      seenIds.push(...((await response.json()) as { _id: string }[]).map((item) => item._id))
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
    }
    expect(seenIds.sort()).toEqual(ids.sort())
  })

  it('returns only the buyer’s items for the requested car, newest first', async () => {
    const { buyer, otherBuyer, seller } = app.people
    const [wantedCar, anotherCar] = [await buildCar(app.ctx, seller.id), await buildCar(app.ctx, seller.id)]
    const refunded = await buildPurchase(app.ctx, buyer.id, wantedCar, { state: 'refunded', created_ms: 1 })
    const secondPurchase = await buildPurchase(app.ctx, buyer.id, wantedCar)
    await buildPurchase(app.ctx, buyer.id, anotherCar)
    await buildPurchase(app.ctx, otherBuyer.id, wantedCar)
    expect((await listOf(buyer.email, buyer.token, wantedCar)).map(({ _id }) => _id)).toEqual([
      secondPurchase,
      refunded,
    ])
  })

  it('reports the end of the buyer’s hold while the hold is active', async () => {
    const buyer = await buildPerson(app.ctx)
    const item = await buildCarOnList(app, buyer)
    const readHeldUntil = async () => (await listOf(buyer.email, buyer.token))[0]!.heldUntil
    expect(await readHeldUntil()).toBeNull()
    const hold = await startPaying(app, buyer, item.purchasedItemID)
    expect(await readHeldUntil()).toBe(hold.body.heldUntil)
    await call(app.url, 'cancelAttempt', { token: buyer.token, params: { id: hold.body.attemptID } })
    expect(await readHeldUntil()).toBeNull()
  })

  it.runIf(hasPlans)('finds the hold without reading every earlier attempt', async () => {
    const { db } = app.ctx
    const { id } = app.people.buyer
    const plans = await collectQueryPlans(db, () => listPurchases(db, { buyerId: id, limit: 1 }))
    expect(plans.join('\n')).toContain('attempts USING INDEX attempts_live_purchase')
  })

  it('returns an empty list when an admin requests an unknown email address', async () => {
    expect(await listOf('nobody@people.test', app.people.admin.token)).toEqual([])
  })

  it('rejects two email addresses in one request', async () => {
    const { buyer } = app.people
    const response = await call(app.url, 'listPurchases', {
      token: buyer.token,
      query: { email: [buyer.email, 'eve@people.test'] },
    })
    expect(response.body).toMatchObject({ status: 400, errors: [{ path: 'email' }] })
  })
})

async function listOf(email: string, token: string, carID?: string) {
  const { body } = await call<EndpointOutput<'listPurchases'>>(app.url, 'listPurchases', {
    token,
    query: { email, ...(carID && { carID }) },
  })
  return body
}
