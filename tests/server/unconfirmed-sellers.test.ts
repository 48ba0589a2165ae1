import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { CarImport } from '../../contract/imports.ts'
import type { Purchase, Sale } from '../../contract/purchases.ts'
import type { Report } from '../../contract/reports.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildImport, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { createIdToken } from '../support/identity.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const settings = ['browse', 'trade'] as const
const apps = {} as Record<(typeof settings)[number], TestApp>
beforeAll(async () => {
  for (const setting of settings) apps[setting] = await startTestApp({ env: { UNPROVEN_ADDRESSES: setting } })
})
afterAll(async () => {
  for (const setting of settings) await apps[setting]?.close()
})

/**
 * Updates a user's email address as if Firebase had reported the change. The user has changed the address or
 * opened the confirmation link.
 */
async function setAddress(app: TestApp, { uid, email }: Person, emailVerified: boolean) {
  const response = await call(app.url, 'refreshEmail', {
    token: createIdToken({ uid, email, emailVerified }),
  })
  expect(response.status).toBe(200)
}

describe.each(settings)(
  'with UNPROVEN_ADDRESSES=%s, a car of a seller with a newly unconfirmed address',
  (setting) => {
    let app: TestApp
    let seller: Person
    let carID: string
    beforeEach(async () => {
      app = apps[setting]
      seller = await buildPerson(app.ctx, { account: 'seller' })
      carID = await buildCar(app.ctx, seller.id, { contact: '555-4242' })
    })

    const open = async (token?: string) =>
      (await call<Car>(app.url, 'getCar', { params: { id: carID }, token })).body
    const listed = async (token?: string) =>
      (await call<Car[]>(app.url, 'listCars', { token })).body.find((car) => car._id === carID)!
    const contactOf = ({ sellerEmail, selllerContact }: Car) => [sellerEmail, selllerContact]
    const shownContact = () => [seller.email, '555-4242']
    const hiddenContact = [undefined, undefined]

    it('stays listed, and its contact disappears from cached responses', async () => {
      const { buyer } = app.people
      for (const readCar of [open, listed])
        expect(contactOf(await readCar(buyer.token))).toEqual(shownContact())
      await setAddress(app, seller, false)
      const expectedContact = setting === 'browse' ? hiddenContact : shownContact()
      for (const readCar of [open, listed]) {
        const car = await readCar(buyer.token)
        expect(contactOf(car)).toEqual(expectedContact)
        expect(car.sellerUnproven).toBe(setting === 'browse')
        expect(contactOf(await readCar())).toEqual(hiddenContact)
      }
      await setAddress(app, seller, true)
      for (const readCar of [open, listed]) {
        const car = await readCar(buyer.token)
        expect([...contactOf(car), car.sellerUnproven]).toEqual([...shownContact(), false])
      }
    })

    it('shows its contact to its seller and to admins, regardless of earlier readers', async () => {
      await setAddress(app, seller, false)
      const { buyer, admin } = app.people
      for (const token of [buyer.token, seller.token, buyer.token, admin.token])
        expect(contactOf(await open(token))).toEqual(
          token === buyer.token && setting === 'browse' ? hiddenContact : shownContact(),
        )
      for (const { token } of [seller, admin]) {
        const { body } = await call<Car[]>(app.url, 'listAllCars', { token })
        expect(contactOf(body.find((car) => car._id === carID)!)).toEqual(shownContact())
      }
    })

    it('is on no page that is prerendered for signed-out users', async () => {
      await setAddress(app, seller, false)
      for (const path of [`/car/${carID}`, '/search', '/']) {
        const page = await (await fetch(app.url + path)).text()
        for (const contact of shownContact()) expect(page).not.toContain(contact)
      }
    })

    it(`can be put on a list, and is ${setting === 'browse' ? 'not held' : 'held'}`, async () => {
      await setAddress(app, seller, false)
      const { buyer } = app.people
      const body = { carID, buyerContact: '555-0111', meetingPlace: 'Station' }
      const added = await call<EndpointOutput<'addPurchase'>>(app.url, 'addPurchase', {
        token: buyer.token,
        body,
      })
      expect(added.status).toBe(200)
      const hold = () =>
        call<{ code?: string }>(app.url, 'createPaymentIntent', {
          token: buyer.token,
          body: { purchasedItemID: added.body.insertedId, sellingPrice: '24,900' },
        })
      const response = await hold()
      if (setting === 'browse') {
        expect(response).toMatchObject({ status: 409, body: { code: 'seller-unproven' } })
        expect((await open()).available).toBe('instock')
        await setAddress(app, seller, true)
        expect((await hold()).status).toBe(200)
      } else expect(response.status).toBe(200)
    })

    it('stays held by its existing buyer', async () => {
      const buyer = await buildPerson(app.ctx)
      const purchasedItemID = await buildPurchase(app.ctx, buyer.id, carID)
      const hold = () =>
        call<EndpointOutput<'createPaymentIntent'>>(app.url, 'createPaymentIntent', {
          token: buyer.token,
          body: { purchasedItemID, sellingPrice: '24,900' },
        })
      const { clientSecret } = (await hold()).body
      await setAddress(app, seller, false)
      expect(await hold()).toMatchObject({ status: 200, body: { clientSecret } })
    })

    it('shows addresses in receipts, sales, and reports only in trade mode, but phone numbers always', async () => {
      const buyer = await buildPerson(app.ctx)
      const sold = await buildCar(app.ctx, seller.id, { state: 'sold', contact: '555-4242' })
      const id = await buildPurchase(app.ctx, buyer.id, sold, { state: 'paid', buyer_contact: '555-9999' })
      await call(app.url, 'addReport', { token: buyer.token, body: { reportedItemInfo: { _id: carID } } })
      await setAddress(app, seller, false)
      await setAddress(app, buyer, false)
      const isShown = setting === 'trade'

      const receipt = await call<Purchase>(app.url, 'getPurchase', { params: { id }, token: buyer.token })
      expect(contactOf(receipt.body as unknown as Car)).toEqual([
        isShown ? seller.email : undefined,
        '555-4242',
      ])
      const sales = await call<Sale[]>(app.url, 'listSales', { token: seller.token })
      expect(sales.body.map((sale) => [sale.buyerEmail, sale.buyerContact])).toEqual([
        [isShown ? buyer.email : undefined, '555-9999'],
      ])
      const params = { email: buyer.email }
      const reports = async ({ token }: Person) =>
        (await call<Report[]>(app.url, 'listMyReports', { params, token })).body.map(
          ({ reportedItemInfo }) => reportedItemInfo.sellerEmail,
        )
      expect(await reports(buyer)).toEqual([isShown ? seller.email : ''])
      expect(await reports(app.people.admin)).toEqual([seller.email])
    })
  },
)

it.each([
  ['browse', 403],
  ['trade', 200],
] as const)(
  'with UNPROVEN_ADDRESSES=%s, making a user with an unconfirmed address an admin returns %i',
  async (setting, expectedState) => {
    const { ctx, url, people } = apps[setting]
    const { id } = await buildPerson(ctx, { email_verified: 0 })
    const { status } = await call(url, 'makeAdmin', { token: people.admin.token, params: { id } })
    expect(status).toBe(expectedState)
  },
)

it.each([
  ['browse', 'failed', /Confirm your address/],
  ['trade', 'applied', undefined],
] as const)(
  'with UNPROVEN_ADDRESSES=%s, an import by a seller whose address became unconfirmed ends as %s',
  async (setting, state, message) => {
    const app = apps[setting]
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const applyingFields = { state: 'applying', applying_at: app.ctx.now().toISOString() } as const
    const id = await buildImport(app.ctx, seller.id, await buildCar(app.ctx, seller.id), applyingFields)
    await setAddress(app, seller, false)
    app.ctx.imports.wake()
    await app.ctx.imports.idle()
    const { body } = await call<CarImport>(app.url, 'getImport', { token: seller.token, params: { id } })
    expect(body).toMatchObject({ state, ...(message && { message: expect.stringMatching(message) }) })
  },
)
