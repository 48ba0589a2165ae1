import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { writeBuiltPage } from '../support/built-page.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPurchase, buildReport, type Person } from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { buildValidRequest, endpointNames } from './requests.ts'

/** A price text that occurs nowhere else. */
const TYPED = 'ask me: 555-0177'
const ON_REQUEST = 'Price on request'

const builtFolder = mkdtempSync(join(tmpdir(), 'kerblight-typed-'))
let app: TestApp
beforeAll(async () => {
  writeBuiltPage(join(builtFolder, 'renderer'))
  app = await startTestApp({ stripe: { webhooks: 'hold' }, renderer: join(builtFolder, 'renderer') })
})
afterAll(async () => {
  await app?.close()
  rmSync(builtFolder, { recursive: true })
})

/** Sets every price to `text`, as if every seller had typed it before any purchase or report existed. */
async function typeEverywhere(text: string) {
  const { db } = app.ctx
  await db
    .updateTable('cars')
    .set({ resell_price: text, original_price: text, price_minor: null, original_price_minor: null })
    .execute()
  await db.updateTable('purchases').set({ price_text: text, price_minor: null }).execute()
  await db.updateTable('payments').set({ price_text: text }).execute()
  for (const { id, snapshot } of await db.selectFrom('reports').select(['id', 'snapshot']).execute()) {
    const newSnapshot = JSON.stringify({ ...(JSON.parse(snapshot) as object), resellPrice: text })
    await db.updateTable('reports').set({ snapshot: newSnapshot }).where('id', '=', id).execute()
  }
  app.ctx.cache.drop(null)
}

/** Endpoints that end the buyer's session or account and return only counts. */
const lastEndpoints: EndpointName[] = ['logOut', 'revokeSessions', 'deleteMe']
const callable = endpointNames.filter(
  (name) =>
    ['anyone', 'user', 'seller-or-admin'].includes((endpoints[name] as Endpoint).who) &&
    !lastEndpoints.includes(name),
)

/** Returns the tokens of permitted callers who own none of the cars. */
function readersOf(name: EndpointName, token: string | undefined): (string | undefined)[] {
  const { buyer, otherSeller } = app.people
  const { who } = endpoints[name] as Endpoint
  if (who === 'anyone') return [undefined, buyer.token]
  return who === 'user' ? [token] : [otherSeller.token]
}

describe.each(callable)('%s', (name: EndpointName) => {
  it('hides a seller’s free-text price from buyers, strangers, and other sellers', async () => {
    const request = await buildValidRequest(app, name)
    const namedProblems: readonly string[] = (endpoints[name] as Endpoint).problems ?? []
    await buildReport(app.ctx, app.people.buyer.id, await buildCar(app.ctx, app.people.seller.id))
    await buildPurchase(app.ctx, app.people.buyer.id, await buildCar(app.ctx, app.people.seller.id))
    await typeEverywhere(TYPED)
    for (const token of readersOf(name, request.token)) {
      const response = await call<{ code?: string }>(app.url, name, { ...request, token })
      if (response.status >= 300) expect(namedProblems).toContain(response.body.code)
      expect(JSON.stringify(response.body)).not.toContain('555-0177')
    }
  })
})

describe('a free-text price', () => {
  let id: string
  beforeEach(async () => {
    id = await buildCar(app.ctx, app.people.seller.id, {
      resell_price: TYPED,
      original_price: 'about 40k',
      original_price_minor: null,
    })
  })

  const readPrice = async (as?: Person) =>
    (await call<Car>(app.url, 'getCar', { params: { id }, token: as?.token })).body

  it('appears as typed only to its seller and admins, regardless of request order', async () => {
    const { seller, otherSeller, admin, buyer } = app.people
    const readerOrder = [seller, undefined, admin, buyer, otherSeller, undefined, seller, buyer]
    for (const reader of readerOrder) {
      const canSeeTyped = reader === seller || reader === admin
      const car = await readPrice(reader)
      expect(car).toMatchObject({
        resellPrice: canSeeTyped ? TYPED : ON_REQUEST,
        priceMinor: null,
        originalPrice: canSeeTyped ? 'about 40k' : '',
      })
    }
    for (const as of [seller, admin]) {
      const { body } = await call<Car[]>(app.url, 'listAllCars', { query: { limit: 200 }, token: as.token })
      expect(body.find((car) => car._id === id)?.resellPrice).toBe(TYPED)
    }
  })

  it('appears as price on request in public lists for every reader', async () => {
    const { seller, buyer, admin } = app.people
    for (const token of [seller.token, undefined, admin.token, buyer.token, undefined]) {
      const query = { category_name: 'Audi' }
      const { body } = await call<Car[]>(app.url, 'listCars', { query, token })
      expect(body.find((car) => car._id === id)?.resellPrice).toBe(ON_REQUEST)
    }
  })

  it.each(['/', '/search', '/car/:id', '/sitemap.xml'])(
    'does not appear on the prerendered page %s',
    async (path) => {
      const page = await fetch(app.url + path.replace(':id', id))
      const markup = await page.text()
      expect(page.status).toBe(200)
      expect(markup).not.toContain('555-0177')
      expect(markup).not.toContain('about 40k')
      expect(path !== '/car/:id' || /price on request/i.test(markup)).toBe(true)
    },
  )

  it('is shown to the seller and admins in reports, but to the reporter as price on request', async () => {
    const { seller, buyer, admin } = app.people
    const report = { reportedItemInfo: { _id: id }, reason: 'wrong price' }
    await call(app.url, 'addReport', { body: report, token: buyer.token })
    const priceIn = async (name: 'listReports' | 'listMyReports', as: Person, params = {}) => {
      const { body } = await call<{ reportedItemInfo: { carID: string; resellPrice: string } }[]>(
        app.url,
        name,
        { params, query: { limit: 200 }, token: as.token },
      )
      return body.find(({ reportedItemInfo: { carID } }) => carID === id)?.reportedItemInfo.resellPrice
    }
    expect(await priceIn('listReports', seller)).toBe(TYPED)
    expect(await priceIn('listReports', admin)).toBe(TYPED)
    expect(await priceIn('listMyReports', buyer, { email: buyer.email })).toBe(ON_REQUEST)
    expect(await priceIn('listMyReports', admin, { email: buyer.email })).toBe(TYPED)
  })

  it.each([TYPED, '', '0', '0.49', '1,000,000', 'about 20k'])(
    'keeps the car off purchase lists: %j',
    async (typedPrice) => {
      const carID = await buildCar(app.ctx, app.people.seller.id, { resell_price: typedPrice })
      const body = { carID, buyerContact: '555-0111', meetingPlace: 'Station' }
      for (const sellingPrice of [undefined, typedPrice, ON_REQUEST]) {
        const response = await call(app.url, 'addPurchase', {
          body: { ...body, ...(sellingPrice && { sellingPrice }) },
          token: app.people.buyer.token,
        })
        expect(response.body).toMatchObject({ status: 422, code: 'price-not-payable' })
        expect(response.body.detail).not.toContain('555-0177')
      }
    },
  )

  it('leaves a listed item unpayable at its previous price', async () => {
    const { seller, buyer } = app.people
    const carID = await buildCar(app.ctx, seller.id)
    const itemId = await buildPurchase(app.ctx, buyer.id, carID)
    const change = { ids: [carID], change: { resellPrice: TYPED } }
    expect((await call(app.url, 'updateCars', { body: change, token: seller.token })).status).toBe(200)

    const item = async () =>
      (await call<Purchase>(app.url, 'getPurchase', { params: { id: itemId }, token: buyer.token })).body
    expect(await item()).toMatchObject({ sellingPrice: '24,900', priceMinor: 2_490_000, carPriceMinor: null })
    for (const sellingPrice of ['24,900', TYPED, ON_REQUEST]) {
      const paid = await call(app.url, 'createPaymentIntent', {
        body: { purchasedItemID: itemId, sellingPrice },
        token: buyer.token,
      })
      expect(paid.body).toMatchObject({ status: 422, code: 'price-not-payable' })
      const accepted = await call(app.url, 'acceptPrice', {
        params: { id: itemId },
        body: { sellingPrice },
        token: buyer.token,
      })
      expect(accepted.body).toMatchObject({ status: 422, code: 'price-not-payable' })
      expect(JSON.stringify([paid.body, accepted.body])).not.toContain('555-0177')
    }

    const priceChange = { ids: [carID], change: { resellPrice: '23,000' } }
    await call(app.url, 'updateCars', { body: priceChange, token: seller.token })
    expect(await item()).toMatchObject({ carPriceMinor: 2_300_000 })
    const body = { sellingPrice: '23,000' }
    const accepted = await call(app.url, 'acceptPrice', {
      params: { id: itemId },
      body,
      token: buyer.token,
    })
    expect(accepted.status).toBe(200)
  })
})
