import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Car } from '../../contract/cars/cars.ts'
import { parsePrice } from '../../contract/money.ts'
import type { Purchase } from '../../contract/purchases.ts'
import { setChangeAuthor } from '../../server/db/change-set.ts'
import { notifyPriceChanges } from '../../server/features/purchases/notify-price-changes.ts'
import { movePurchase } from '../../server/sale/records/purchase.repository.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { engines } from './open-engine.ts'

const HOUR = 3600
const DAY = 24 * HOUR

describe.each(engines)('price changes on %s', (engine) => {
  let server: TestServer
  let drop = () => Promise.resolve()
  let seller: Person
  let buyer: Person
  let car: string
  let purchase: string

  beforeEach(async () => {
    if (engine === 'sqlite') server = await startTestServer()
    else {
      const { address, drop: dropDatabase } = await createTestDatabase(inject('postgresUrl'))
      drop = dropDatabase
      server = await startTestServer({ config: { postgres: address }, isSingleProcess: false })
    }
    seller = await buildPerson(server.ctx, { account: 'seller' })
    buyer = await buildPerson(server.ctx, {})
    const images = [`/images/ab/${'ab'.repeat(32)}-full.webp`]
    car = await buildCar(server.ctx, seller.id, { resell_price: '24,900', price_minor: 2_490_000, images })
    purchase = await buildPurchase(server.ctx, buyer.id, car)
  })
  afterEach(async () => {
    await server.close()
    await drop()
  })

  /** Changes the price as an edit does, regardless of the session's age. */
  async function setPrice(resellPrice: string) {
    const author = { actorId: seller.id, now: server.ctx.now() }
    const change = { resell_price: resellPrice, price_minor: parsePrice(resellPrice) }
    await server.ctx.db
      .transaction()
      .execute((trx) =>
        setChangeAuthor(trx, author, () =>
          trx.updateTable('cars').set(change).where('id', '=', car).execute(),
        ),
      )
  }
  const readCar = async () => (await call<Car>(server.url, 'getCar', { params: { id: car } })).body
  async function readPurchase() {
    const query = { email: buyer.email }
    return (await call<Purchase[]>(server.url, 'listPurchases', { token: buyer.token, query })).body[0]!
  }
  const carName = () =>
    server.ctx.db
      .selectFrom('purchases')
      .select('car_name')
      .where('id', '=', purchase)
      .executeTakeFirstOrThrow()
  async function subjects() {
    const rows = await server.ctx.db
      .selectFrom('messages')
      .select('subject')
      .where('user_id', '=', buyer.id)
      .where('kind', '=', 'price-changed')
      .orderBy('created_at')
      .execute()
    return rows.map(({ subject }) => subject)
  }
  const mails = () =>
    server.ctx.db.selectFrom('mails').select('subject').where('user_id', '=', buyer.id).execute()
  async function notifyAfter(seconds: number) {
    server.advance(seconds)
    await notifyPriceChanges(server.ctx)
  }

  it('are shown with the car and on the list, once per day, and not if the price is restored', async () => {
    expect((await readCar()).priceChange).toBeNull()
    await setPrice('22,900')
    const { priceChange } = await readCar()
    expect(priceChange).toEqual({ previousMinor: 2_490_000, at: expect.any(String) as string })
    expect((await readPurchase()).carPriceChange).toEqual(priceChange)
    const { body: list } = await call<Car[]>(server.url, 'listCars', { query: {} })
    expect(list.find(({ _id }) => _id === car)?.priceChange).toEqual(priceChange)

    await setPrice('23,500')
    expect((await readCar()).priceChange).toMatchObject({ previousMinor: 2_490_000 })
    await setPrice('24,900')
    expect((await readCar()).priceChange).toBeNull()
    await setPrice('22,900')
    server.advance(DAY)
    await setPrice('21,900')
    expect((await readCar()).priceChange).toMatchObject({ previousMinor: 2_290_000 })
  })

  it('reach buyers with the car on their list after ten minutes, for higher and lower prices', async () => {
    await setPrice('2,290')
    await notifyAfter(60)
    await setPrice('22,900')
    await notifyAfter(5 * 60)
    expect(await subjects()).toEqual([])
    await notifyAfter(6 * 60)
    const { car_name: name } = await carName()
    expect(await subjects()).toEqual([`Price drop: ${name}, $22,900`])
    expect(await mails()).toEqual([{ subject: `Price drop: ${name}, $22,900` }])
    const { html, body } = await server.ctx.db
      .selectFrom('mails')
      .select(['html', 'body'])
      .executeTakeFirstOrThrow()
    expect(body).toContain('Price: $22,900\nPrice before: $24,900\n')
    expect(body).toContain('Next step: Look at the car on your purchase list')
    expect(html).toContain(`/images/ab/${'ab'.repeat(32)}-full.jpg`)
    await notifyAfter(60)
    expect(await mails()).toHaveLength(1)

    await notifyAfter(DAY)
    await setPrice('23,900')
    await notifyAfter(HOUR)
    expect(await subjects()).toEqual([`Price drop: ${name}, $22,900`, `Price increase: ${name}, $23,900`])
  })

  it('include changes of the seller’s fees', async () => {
    const body = { fees: [{ name: 'Documentation fee', amountMinor: 29_900 }] }
    expect((await call(server.url, 'saveSellerFees', { token: seller.token, body })).status).toBe(200)
    expect((await readPurchase()).carPriceChange).toMatchObject({ previousMinor: 2_490_000 })
    await notifyAfter(HOUR)
    const { car_name: name } = await carName()
    expect(await subjects()).toEqual([`Price increase: ${name}, $25,199`])
  })

  it('are announced at most once a day, with the price at that time', async () => {
    await setPrice('22,900')
    await notifyAfter(HOUR)
    await setPrice('21,900')
    await notifyAfter(HOUR)
    await setPrice('20,900')
    await notifyAfter(20 * HOUR)
    expect(await mails()).toHaveLength(1)
    await notifyAfter(3 * HOUR)
    expect((await mails()).map(({ subject }) => subject.split(', ')[1])).toEqual(['$22,900', '$20,900'])

    // A car that the buyer removes from the list and adds again still counts as the same car and buyer.
    await server.ctx.db
      .updateTable('purchases')
      .set({ state: 'removed' })
      .where('id', '=', purchase)
      .execute()
    await buildPurchase(server.ctx, buyer.id, car)
    await setPrice('19,900')
    await notifyAfter(HOUR)
    expect(await mails()).toHaveLength(2)
  })

  it('are relative to the price that the buyer has accepted since', async () => {
    await setPrice('22,900')
    await notifyAfter(HOUR)
    await setPrice('21,900')
    // This simulates a buyer who accepts the price.
    await movePurchase(server.ctx.db, purchase, ['unpaid'], { priceText: '21,900', priceMinor: 2_190_000 })
    await notifyAfter(DAY)
    expect(await mails()).toHaveLength(1)
    await setPrice('22,900')
    await notifyAfter(HOUR)
    expect((await mails()).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Price drop',
      'Price increase',
    ])
  })

  it('trigger no notification for an accepted price, an unlisted car, or a paid purchase', async () => {
    await setPrice('22,900')
    const body = { sellingPrice: '22,900' }
    const accept = { token: buyer.token, params: { id: purchase }, body }
    expect((await call(server.url, 'acceptPrice', accept)).status).toBe(200)
    await notifyAfter(HOUR)
    expect(await mails()).toEqual([])

    await setPrice('21,900')
    const update = (state: 'withdrawn' | 'instock') =>
      server.ctx.db.updateTable('cars').set({ state }).where('id', '=', car).execute()
    await update('withdrawn')
    await notifyAfter(HOUR)
    await setPrice('20,900')
    await notifyAfter(HOUR)
    expect(await mails()).toEqual([])
    await update('instock')
    await server.ctx.db.updateTable('purchases').set({ state: 'paid' }).where('id', '=', purchase).execute()
    await notifyAfter(HOUR)
    expect(await mails()).toEqual([])
    await server.ctx.db.updateTable('purchases').set({ state: 'unpaid' }).where('id', '=', purchase).execute()
    await notifyAfter(HOUR)
    expect((await mails()).map(({ subject }) => subject.split(', ')[1])).toEqual(['$20,900'])
  })
})
