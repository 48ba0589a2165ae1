import { fc } from '../support/fast-check.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  carSteps,
  toPublicState,
  toState,
  requestedStates,
  type RequestedState,
} from '../../contract/cars/car-life.ts'
import { availabilities, type Availability, type Car } from '../../contract/cars/cars.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { assertNotInFuture } from '../../server/features/cars/sold-elsewhere-rules.ts'
import { call } from '../support/api-client.ts'
import {
  buildCar,
  buildPayment,
  buildPerson,
  buildPurchase,
  type CarOverrides,
  type Person,
} from '../support/factories.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { readSaleRecords, buildCarOnList, confirm, savePayment, startPaying } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

type ResponseBody = EndpointOutput<'setCarState'> & {
  code: string
  errors?: { path: string }[]
  facts?: Record<string, unknown>
}

function setState(id: string, { token }: Person, body: object, headers?: Record<string, string>) {
  return call<ResponseBody>(app.url, 'setCarState', {
    params: { id },
    body,
    token,
    ...(headers && { headers }),
  })
}

const carIn = (state: Availability, fields: CarOverrides = {}) =>
  buildCar(app.ctx, app.people.seller.id, { state, ...fields })

async function stateOf(id: string): Promise<Availability> {
  const { db } = app.ctx
  return (await db.selectFrom('cars').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
}

async function readAs(id: string, person?: Person) {
  return call<Car>(app.url, 'getCar', { params: { id }, ...(person && { token: person.token }) })
}

/** The fields that complete a listing. */
const complete = { images: ['/images/a.webp'], no_vin_reason: 'Before 1981' }

describe('every step of a car’s life', () => {
  const actors = ['seller', 'otherSeller', 'buyer', 'admin'] as const
  const pairs = availabilities.flatMap((from) =>
    requestedStates.map((requestedState) => [from, requestedState] as const),
  )

  it.each(pairs)(
    'allows the step from %s to %s only to the users in the table',
    async (from, requestedState) => {
      const to = toState(requestedState)
      for (const actor of actors) {
        const id = await carIn(from, complete)
        const response = await setState(id, app.people[actor], { state: requestedState })
        const permittedActor = actor === 'seller' || actor === 'admin' ? actor : null
        const step = carSteps[from][to]
        const isAllowed = permittedActor !== null && step?.by.includes(permittedActor)
        const isAlreadyInState = from === to
        if (permittedActor === null) {
          expect(response.status).toBe(actor === 'buyer' ? 403 : 404)
          expect(await stateOf(id)).toBe(from)
        } else if (isAlreadyInState) {
          expect([response.status, await stateOf(id)]).toEqual([200, from])
        } else if (step?.needs === 'refund' && isAllowed) {
          expect(response.body).toMatchObject({ status: 409, code: 'not-refunded' })
        } else if (step?.needs === 'release' && isAllowed) {
          // No attempt reserved the car, so there is nothing to release.
          expect(response.body).toMatchObject({ status: 409, code: 'payment-in-progress' })
        } else if (isAllowed) {
          expect(response.status, JSON.stringify(response.body)).toBe(200)
          expect(response.body).toMatchObject({ modifiedCount: 1, available: to, version: 2 })
          expect(await stateOf(id)).toBe(to)
        } else {
          const code =
            from === 'reserved' ? 'car-reserved' : from === 'sold' ? 'car-sold' : 'state-not-allowed'
          expect(response.body).toMatchObject({ status: 409, code, facts: { state: from } })
          expect(await stateOf(id)).toBe(from)
        }
      }
    },
  )

  it('is visible to its seller and admins, while others see only the public status', async () => {
    for (const state of availabilities) {
      const id = await carIn(state)
      await buildPurchase(app.ctx, app.people.buyer.id, id)
      for (const editor of [app.people.seller, app.people.admin])
        expect((await readAs(id, editor)).body.available).toBe(state)
      expect((await readAs(id, app.people.buyer)).body.available).toBe(toPublicState(state))
      const { email, token } = app.people.buyer
      const list = await call<{ available: string }[]>(app.url, 'listPurchases', {
        token,
        query: { email, carID: id },
      })
      expect(list.body.map(({ available }) => available)).toEqual([toPublicState(state)])
      const isWithdrawn = toPublicState(state) === 'withdrawn'
      expect((await readAs(id)).status).toBe(isWithdrawn ? 404 : 200)
      expect((await readAs(id, app.people.otherSeller)).status).toBe(isWithdrawn ? 404 : 200)
    }
  })

  it('never lists a car that was a draft without a name, for any sequence of steps', async () => {
    const stateSequences = fc.array(fc.constantFrom(...requestedStates), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(stateSequences, async (path) => {
        const id = await carIn('draft', { listed_at: null, model_name: '' })
        for (const state of path) {
          await setState(id, app.people.seller, { state })
          expect(await stateOf(id)).not.toBe('instock')
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('listing', () => {
  it('requires only a make and a model, and lists a draft as new', async () => {
    const longAgo = '2026-01-01T00:00:00.000Z'
    const unnamed = { listed_at: null, posted_at: longAgo, model_name: '', category_name: null }
    const id = await carIn('draft', unnamed)
    const rejection = await setState(id, app.people.seller, { state: 'listed' })
    expect(rejection.body).toMatchObject({ status: 409, code: 'listing-incomplete', facts: { carID: id } })
    expect(rejection.body.errors?.map(({ path }) => path)).toEqual(['category_name', 'modelName'])
    const bare = await carIn('draft', {
      listed_at: null,
      posted_at: longAgo,
      year: null,
      resell_price: 'ask',
    })
    expect((await setState(bare, app.people.seller, { state: 'listed' })).status).toBe(200)
    const { body } = await readAs(bare)
    expect(Date.parse(body.postedAt)).toBeGreaterThan(Date.parse(longAgo))
  })

  it('requires a make and a model again for a listed car that became a draft', async () => {
    const id = await carIn('instock')
    for (const state of ['archived', 'draft'] as const)
      expect((await setState(id, app.people.seller, { state })).status).toBe(200)
    await app.ctx.db.updateTable('cars').set({ model_name: '' }).where('id', '=', id).execute()
    expect((await setState(id, app.people.seller, { state: 'listed' })).body.code).toBe('listing-incomplete')
  })

  it('has no checklist for a car that was listed before', async () => {
    const id = await carIn('instock', { year: null })
    for (const state of ['withdrawn', 'listed', 'sold-elsewhere', 'listed', 'archived', 'listed'] as const)
      expect((await setState(id, app.people.seller, { state })).status).toBe(200)
    expect((await readAs(id)).body.available).toBe('instock')
  })

  it('is not available to a seller after an admin took the car down by any method', async () => {
    const { admin, seller } = app.people
    const removals = [
      (id: string) => setState(id, admin, { state: 'withdrawn' }),
      (id: string) => setState(id, admin, { state: 'archived' }),
      (id: string) => call(app.url, 'deleteAnyCar', { params: { id }, token: admin.token }),
    ]
    for (const from of ['instock', 'withdrawn', 'draft'] as const)
      for (const removeCar of removals) {
        const id = await carIn(from, complete)
        if ((await removeCar(id)).status !== 200) continue
        for (const state of requestedStates) expect((await setState(id, seller, { state })).status).toBe(404)
        expect((await readAs(id, seller)).body.available).toBe('withdrawn')
        expect((await setState(id, admin, { state: 'listed' })).status).toBe(200)
        expect((await readAs(id)).status).toBe(200)
      }
  })

  it('is not possible for a car deleted by its seller or a deleted seller’s car', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const id = await buildCar(app.ctx, seller.id)
    await call(app.url, 'deleteMyCar', { params: { id }, token: seller.token })
    expect((await setState(id, seller, { state: 'listed' })).status).toBe(404)
    await call(app.url, 'deleteUser', { params: { id: seller.id }, token: app.people.admin.token })
    expect((await setState(id, app.people.admin, { state: 'listed' })).status).toBe(404)
  })
})

describe('a version of a car', () => {
  it('is rejected if it is outdated, and each step creates a new version', async () => {
    const id = await carIn('instock')
    const firstVersion = { 'if-match': '"1"' }
    expect((await setState(id, app.people.seller, { state: 'withdrawn' }, firstVersion)).body.version).toBe(2)
    const lateResponse = await setState(id, app.people.seller, { state: 'sold-elsewhere' }, firstVersion)
    expect(lateResponse.body).toMatchObject({ status: 412, code: 'stale-copy', facts: { version: 2 } })
    expect(await stateOf(id)).toBe('withdrawn')
  })

  it('allows only one of several concurrent steps', async () => {
    const id = await carIn('instock')
    const states: RequestedState[] = ['withdrawn', 'archived', 'preparing', 'sold-elsewhere']
    const responses = await Promise.all(
      states.map((state) => setState(id, app.people.seller, { state }, { 'if-match': '"1"' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
  })
})

describe('a car sold elsewhere', () => {
  const today = () => app.ctx.now().toISOString().slice(0, 10)

  it('shows its price, date, and note only to the seller and admins', async () => {
    const id = await carIn('instock')
    const sale = { price: '$23,500.50', date: '2026-01-31', note: 'Cash, picked up' }
    await setState(id, app.people.seller, { state: 'sold-elsewhere', ...sale })
    const reportedSale = { priceMinor: 2_350_050, date: '2026-01-31', note: 'Cash, picked up' }
    expect((await readAs(id, app.people.seller)).body.soldElsewhere).toEqual(reportedSale)
    const stranger = (await readAs(id)).body
    expect(stranger).toMatchObject({ available: 'sold', paid: false })
    expect(stranger).not.toHaveProperty('soldElsewhere')
    await setState(id, app.people.seller, { state: 'sold-elsewhere', price: 24_000 })
    expect((await readAs(id, app.people.admin)).body.soldElsewhere).toEqual({
      ...reportedSale,
      priceMinor: 2_400_000,
    })
  })

  it('defaults to the car’s price and today, and changes nothing when repeated', async () => {
    const id = await carIn('instock')
    await setState(id, app.people.seller, { state: 'sold-elsewhere' })
    expect((await readAs(id, app.people.seller)).body.soldElsewhere).toEqual({
      priceMinor: 2_490_000,
      date: today(),
      note: '',
    })
    const repeatedResponse = await setState(id, app.people.seller, { state: 'sold-elsewhere' })
    expect(repeatedResponse.body).toMatchObject({ modifiedCount: 0, version: 2 })
  })

  it.each([
    ['date', { date: '2999-01-01' }],
    ['date', { date: '2026-02-30' }],
    ['date', { date: 'yesterday' }],
    ['price', { price: 'cash' }],
    ['note', { note: 'x'.repeat(501) }],
  ])('rejects an invalid %s: %j', async (path, sale) => {
    const id = await carIn('instock')
    const response = await setState(id, app.people.seller, { state: 'sold-elsewhere', ...sale })
    expect(response.body).toMatchObject({ status: 400, errors: [{ path }] })
    expect(await stateOf(id)).toBe('instock')
  })

  it.each([
    ['2026-11-24T09:59:00Z', '2026-11-24'],
    ['2026-11-24T10:00:00Z', '2026-11-25'],
  ])('accepts dates up to today in the easternmost time zone: at %s, up to %s', (now, date) => {
    const nextDay = new Date(Date.parse(date) + 24 * 3_600_000).toISOString().slice(0, 10)
    expect(() => assertNotInFuture({ date }, new Date(now))).not.toThrow()
    expect(() => assertNotInFuture({ date: nextDay }, new Date(now))).toThrow(/./)
  })

  it('cancels a buyer’s open payment at Stripe first and notifies the buyer', async () => {
    const { buyer, seller } = app.people
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { body } = await startPaying(app, buyer, purchasedItemID)
    expect((await setState(carID, seller, { state: 'sold-elsewhere' })).status).toBe(200)
    expect(await readSaleRecords(app, carID)).toEqual({
      car: 'sold-elsewhere',
      purchases: ['unpaid'],
      payments: [],
      attempts: ['cancelled'],
    })
    // The confirmation arrives too late, so Stripe charges nothing.
    expect((await confirm(app, body.clientSecret)).status).toBe(400)
    const messages = await call<{ kind: string }[]>(app.url, 'listMessages', { token: buyer.token })
    expect(messages.body.map(({ kind }) => kind)).toContain('hold-lost')
  })

  it('is rejected with a specific error when a buyer has paid', async () => {
    const { seller } = app.people
    const buyer = await buildPerson(app.ctx)
    const { carID, purchasedItemID } = await buildCarOnList(app, buyer)
    const { body } = await startPaying(app, buyer, purchasedItemID)
    await confirm(app, body.clientSecret)
    const response = await setState(carID, seller, { state: 'sold-elsewhere' })
    expect(response.body).toMatchObject({ status: 409, code: 'payment-in-progress' })
    await savePayment(app, buyer, body.clientSecret, purchasedItemID)
    expect((await setState(carID, seller, { state: 'sold-elsewhere' })).body.code).toBe('car-sold')
    expect((await readSaleRecords(app, carID)).payments).toEqual(['paid 2490000'])
  })

  it('can be undone for a minute, and later relisted without a trace', async () => {
    const { seller } = app.people
    const id = await carIn('instock', { featured_at: '2026-01-01T00:00:00.000Z' })
    const { body } = await setState(id, seller, { state: 'sold-elsewhere', note: 'Cash' })
    const undoResponse = await call(app.url, 'undo', { params: { id: body.undoId! }, token: seller.token })
    expect(undoResponse.status).toBe(200)
    expect((await readAs(id, seller)).body).toMatchObject({ available: 'instock', featured: true })
    await setState(id, seller, { state: 'sold-elsewhere' })
    expect((await setState(id, seller, { state: 'listed' })).status).toBe(200)
    expect((await readAs(id, seller)).body).not.toHaveProperty('soldElsewhere')
    expect((await readAs(id)).body.available).toBe('instock')
  })

  it('is a separate monthly series, archived or not, until the car is relisted', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const readMonths = async (token = seller.token, query = {}) => {
      const { body } = await call<EndpointOutput<'listSalesByMonth'>>(app.url, 'listSalesByMonth', {
        token,
        query,
      })
      return body.map(({ cars, elsewhere }) => [cars, elsewhere.cars, elsewhere.amount])
    }
    const lastMonthBefore = (await readMonths(app.people.admin.token)).at(-1)!
    const ids = [await buildCar(app.ctx, seller.id), await buildCar(app.ctx, seller.id)]
    await setState(ids[0]!, seller, { state: 'sold-elsewhere', price: 100, date: today() })
    await setState(ids[1]!, seller, { state: 'sold-elsewhere', price: 50, date: today() })
    await setState(ids[1]!, seller, { state: 'archived' })
    const paid = await buildCar(app.ctx, seller.id, { state: 'sold' })
    const purchase = await buildPurchase(app.ctx, app.people.buyer.id, paid, { state: 'paid' })
    await buildPayment(app.ctx, purchase, { paid_at: app.ctx.now().toISOString() })
    expect((await readMonths()).at(-1)).toEqual([1, 2, 15_000])
    expect((await readMonths(app.people.admin.token)).at(-1)![1]).toBe(lastMonthBefore[1]! + 2)
    await setState(ids[0]!, seller, { state: 'listed' })
    expect((await readMonths()).at(-1)).toEqual([1, 1, 5000])
  })
})

describe('a car off the market', () => {
  it.each(['withdrawn', 'archived', 'preparing', 'sold-elsewhere'] as const)(
    'cannot be found, counted, bought, or featured, and is not in the sitemap: %s',
    async (state) => {
      const { seller, buyer, admin } = app.people
      const id = await carIn('instock', { model_name: `Unique${state.replace('-', '')}` })
      const q = `Unique${state.replace('-', '')}`
      const countFound = async () => (await call<Car[]>(app.url, 'listCars', { query: { q } })).body.length
      const audis = async () =>
        (await call<{ category_name: string; count: number }[]>(app.url, 'listCategories')).body.find(
          ({ category_name: name }) => name === 'Audi',
        )!.count
      const count = await audis()
      expect(await countFound()).toBe(1)
      await setState(id, seller, { state })
      expect([await countFound(), await audis()]).toEqual([0, count - 1])
      const buy = { carID: id, buyerContact: '555', meetingPlace: 'Lot' }
      const purchase = await call(app.url, 'addPurchase', { token: buyer.token, body: buy })
      expect([404, 409]).toContain(purchase.status)
      const featured = await call(app.url, 'featureCar', { token: admin.token, params: { id } })
      expect([404, 409]).toContain(featured.status)
      const page = await (await fetch(`${app.url}/sitemap.xml`)).text()
      expect(page).not.toContain(id)
    },
  )

  it('is listed for its seller in each state, but a draft only on request for admins', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    for (const state of availabilities) await buildCar(app.ctx, seller.id, { state })
    const list = async (person: Person, query: object = {}) =>
      (
        await call<Car[]>(app.url, 'listAllCars', { token: person.token, query: { limit: 200, ...query } })
      ).body
        .filter(({ sellerID }) => sellerID === seller.id)
        .map(({ available }) => available)
        .sort()
    const shownStates = availabilities.filter((state) => state !== 'archived')
    expect(await list(seller)).toEqual([...shownStates].sort())
    expect(await list(app.people.admin)).toEqual(shownStates.filter((state) => state !== 'draft').sort())
    for (const state of availabilities) {
      expect(await list(seller, { state })).toEqual([state])
      expect(await list(app.people.admin, { state })).toEqual([state])
    }
    expect(await list(app.people.otherSeller)).toEqual([])
    const counts = await call(app.url, 'countAllCars', { token: seller.token })
    expect(counts.body).toEqual(Object.fromEntries(availabilities.map((state) => [state, 1])))
  })
})
