import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allInPrice, type SellerFee } from '../../contract/all-in-price.ts'
import { feeFor } from '../../contract/fees.ts'
import { feedKinds } from '../../contract/feed-names.ts'
import { formatMoney, parsePrice } from '../../contract/money.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'
import { root } from '../../scripts/lib/root.ts'
import { writePrerender } from '../../scripts/lib/write-prerender.ts'
import { writeBuiltPage } from '../support/built-page.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { rowsInCsv } from '../support/imports.ts'
import { newVin } from '../support/new-vin.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { confirm, intentOf, startPaying } from './sale-steps.ts'

let app: TestApp
let builtFolder: string
beforeAll(async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  builtFolder = mkdtempSync(join(root, '.cache', 'all-in-price-'))
  const renderer = join(builtFolder, 'renderer')
  writeBuiltPage(renderer)
  await writePrerender(join(builtFolder, 'prerender'))
  app = await startTestApp({ renderer, stripe: { webhooks: 'hold' } })
}, 60_000)
afterAll(async () => {
  await app?.close()
  rmSync(builtFolder, { recursive: true })
})

const documentation = { name: 'Documentation fee', amountMinor: 29_900 }
const preparation = { name: 'Preparation', amountMinor: 15_050 }
const plates = { name: 'Plates', amountMinor: 1 }
const TYPED = '24,900.49'

async function ask<N extends EndpointName>(name: N, request: ApiRequest): Promise<EndpointOutput<N>> {
  const { status, body } = await call<EndpointOutput<N>>(app.url, name, request)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const saveFees = ({ token }: Person, fees: readonly SellerFee[]) =>
  ask('saveSellerFees', { token, body: { fees } })

async function fetchText(path: string, token?: string): Promise<string> {
  const url = path.startsWith('http') ? app.url + new URL(path).pathname : app.url + path
  const response = await fetch(url, token ? { headers: { Authorization: `Bearer ${token}` } } : {})
  expect(response.status).toBe(200)
  return response.text()
}

let makes = 0

describe.each([
  ['no fee', []],
  ['one fee', [documentation]],
  ['three fees', [documentation, preparation, plates]],
])('a car with %s', (_, fees) => {
  const expected = allInPrice(parsePrice(TYPED), fees)!
  const isPlain = fees.length === 0
  const expectedText = isPlain ? TYPED : formatMoney(expected).replace('$', '')
  let seller: Person
  let buyer: Person
  let carID: string
  let model: string

  beforeAll(async () => {
    seller = await buildPerson(app.ctx, { account: 'seller', verified: 1, full_name: 'Hale Motors' })
    buyer = await buildPerson(app.ctx, { full_name: 'Bea Buyer' })
    await saveFees(seller, fees)
    model = `Roadster ${++makes}`
    carID = await buildCar(app.ctx, seller.id, {
      model_name: `A4 ${model}`,
      resell_price: TYPED,
      // The other facts are those that every receiver of a feed requires.
      images: ['https://photos.test/car.webp', 'https://photos.test/inside.webp'],
      stock_no: 'A1',
      trim: 'Premium',
      color: 'Blue',
      drive: 'all',
      doors: 5,
      location: '12 Main Street, Portland, OR 97201',
      vin: newVin(),
    })
  })

  it('costs the same in lists, on its page, and in searches at exactly this price', async () => {
    const car = await ask('getCar', { params: { id: carID } })
    expect(car).toMatchObject({ resellPrice: TYPED, priceMinor: 2_490_049, allInMinor: expected, fees })
    const [listed] = await ask('listCars', { query: { q: model } })
    expect(listed).toMatchObject({ allInMinor: expected, fees })
    const [own] = await ask('listAllCars', { token: seller.token })
    expect(own).toMatchObject({ allInMinor: expected, fees })
    const dollars = expected / 100
    const around = [
      { priceMin: Math.floor(dollars), priceMax: Math.ceil(dollars), count: 1 },
      { priceMax: Math.floor(dollars), count: dollars === Math.floor(dollars) ? 1 : 0 },
      { priceMin: Math.ceil(dollars), count: dollars === Math.ceil(dollars) ? 1 : 0 },
    ]
    for (const { count, ...query } of around)
      expect(await ask('listCars', { query: { q: model, ...query } }), JSON.stringify(query)).toHaveLength(
        count,
      )
    await ask('addToShortlist', { token: buyer.token, params: { carID } })
    expect(await ask('listShortlist', { token: buyer.token })).toMatchObject([{ allInMinor: expected, fees }])
  })

  it('costs the same for search engines and in each feed and exported file', async () => {
    const page = await fetchText(`/car/${carID}`)
    expect(page).toContain(`"price":"${(expected / 100).toFixed(2)}"`)
    expect(page).toContain(formatMoney(expected))
    for (const kind of feedKinds) {
      const feed = await ask('addFeed', { token: seller.token, body: { kind } })
      const text = await fetchText(feed.url)
      if (kind === 'json')
        expect(JSON.parse(text)).toMatchObject({
          items: [{ _kerblight: { price: expectedText, price_minor: expected } }],
        })
      else if (kind === 'csv')
        expect(rowsInCsv(text)).toMatchObject([
          { price: TYPED, ...(!isPlain && { all_in_price: expectedText }) },
        ])
      else
        expect(rowsInCsv(text)[0]?.price).toBe(
          `${expected % 100 === 0 ? expected / 100 : (expected / 100).toFixed(2)} USD`,
        )
    }
    const rows = rowsInCsv(await fetchText(`${apiPath('listAllCars')}?format=csv`, seller.token))
    expect(rows).toMatchObject([
      { 'Resell Price': '24900.49', ...(!isPlain && { 'All-in price': String(expected / 100) }) },
    ])
  })

  it('is charged, receipted, and paid out at this price', async () => {
    const { insertedId } = await ask('addPurchase', {
      token: buyer.token,
      body: { carID, buyerContact: '555-0111', meetingPlace: 'Station', sellingPrice: expectedText },
    })
    const onList = await ask('getPurchase', { token: buyer.token, params: { id: insertedId } })
    expect(onList).toMatchObject({
      sellingPrice: expectedText,
      priceMinor: expected,
      carPriceMinor: expected,
      remainingMinor: expected,
    })
    expect(onList.fees ?? []).toEqual(fees)

    const { body } = await startPaying(app, buyer, insertedId, expectedText)
    const confirmed = await confirm(app, body.clientSecret)
    expect(confirmed.body).toMatchObject({ amount: expected, amount_received: expected })
    await ask('savePayment', {
      token: buyer.token,
      body: {
        transactionID: intentOf(body.clientSecret),
        purchasedItemID: insertedId,
        sellingPrice: expectedText,
      },
    })

    const receipt = await ask('getPurchase', { token: buyer.token, params: { id: insertedId } })
    expect(receipt).toMatchObject({ state: 'paid', sellingPrice: expectedText, priceMinor: expected })
    expect(receipt.fees ?? []).toEqual(fees)
    const [sale] = await ask('listSales', { token: seller.token })
    expect(sale).toMatchObject({ sellingPrice: expectedText, priceMinor: expected, paidMinor: expected })
    const deal = await ask('getDeal', { token: buyer.token, params: { purchaseID: insertedId } })
    expect(deal).toMatchObject({ amount: expected })
    const [payment] = await ask('listPayments', { token: app.people.admin.token })
    expect(payment).toMatchObject({ amount: expected })
    const entries = await app.ctx.db
      .selectFrom('ledger_entries')
      .select('amount')
      .where('purchase_id', '=', insertedId)
      .execute()
    expect(entries.map(({ amount }) => Math.abs(amount))).toContain(expected)
    const rate = { basisPoints: 200, minimum: 0, maximum: null }
    expect(sale!.payoutMinor ?? expected - feeFor(expected, rate)).toBe(expected - feeFor(expected, rate))

    // A sold car keeps what was charged, whatever its seller charges next.
    await saveFees(seller, [{ name: 'Another', amountMinor: 77 }])
    expect(await ask('getCar', { params: { id: carID } })).toMatchObject({ allInMinor: expected, fees })
  })
})
