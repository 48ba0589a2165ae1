import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeAllInPrice, type SellerFee } from '../../contract/all-in-price.ts'
import { calculateFee } from '../../contract/fees.ts'
import { feedKinds } from '../../contract/feed-names.ts'
import { formatMoney, parsePrice } from '../../contract/money.ts'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'
import { root } from '../../scripts/lib/root.ts'
import { writePrerender } from '../../scripts/lib/write-prerender.ts'
import { writeBuiltPage } from '../support/built-page.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { confirmReceived, onboard } from '../support/deals.ts'
import { parseCsvRows } from '../support/imports.ts'
import { newVin } from '../support/new-vin.ts'
import { readWrittenPdf } from '../support/written-pdf.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { confirm, parseIntentId, startPaying } from './sale-steps.ts'

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
  return (await fetchFile(path, token)).toString()
}

async function fetchFile(path: string, token?: string): Promise<Buffer> {
  const url = path.startsWith('http') ? app.url + new URL(path).pathname : app.url + path
  const response = await fetch(url, token ? { headers: { Authorization: `Bearer ${token}` } } : {})
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

let makes = 0

describe.each([
  ['no fee', []],
  ['one fee', [documentation]],
  ['three fees', [documentation, preparation, plates]],
])('a car with %s', (_, fees) => {
  const expected = computeAllInPrice(parsePrice(TYPED), fees)!
  const isPlain = fees.length === 0
  const expectedText = isPlain ? TYPED : formatMoney(expected).replace('$', '')
  let seller: Person
  let buyer: Person
  let carID: string
  let model: string

  beforeAll(async () => {
    seller = await buildPerson(app.ctx, { account: 'seller', verified: 1, full_name: 'Hale Motors' })
    buyer = await buildPerson(app.ctx, { full_name: 'Bea Buyer' })
    await onboard(app, seller)
    await saveFees(seller, fees)
    model = `Roadster ${++makes}`
    carID = await buildCar(app.ctx, seller.id, {
      model_name: `A4 ${model}`,
      resell_price: TYPED,
      // Every receiver of a feed requires these facts.
      images: ['https://photos.test/car.webp', 'https://photos.test/inside.webp'],
      stock_no: 'A1',
      trim: 'Premium',
      color: 'Blue',
      drive: 'all',
      doors: 5,
      location: '12 Main Street, Portland, OR 97201',
      year: 2013,
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
        expect(parseCsvRows(text)).toMatchObject([
          { price: TYPED, ...(!isPlain && { all_in_price: expectedText }) },
        ])
      else
        expect(parseCsvRows(text)[0]?.price, kind).toBe(
          `${expected % 100 === 0 ? expected / 100 : (expected / 100).toFixed(2)} USD`,
        )
    }
    const rows = parseCsvRows(await fetchText(`${apiPath('listAllCars')}?format=csv`, seller.token))
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
        transactionID: parseIntentId(body.clientSecret),
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
    expect(deal.fees ?? []).toEqual(fees)
    const [payment] = await ask('listPayments', { token: app.people.admin.token })
    expect(payment).toMatchObject({ amount: expected })
    const entries = await app.ctx.db
      .selectFrom('ledger_entries')
      .select('amount')
      .where('purchase_id', '=', insertedId)
      .execute()
    expect(entries.map(({ amount }) => Math.abs(amount))).toContain(expected)
    const rate = { basisPoints: 200, minimum: 0, maximum: null }
    expect(sale!.payoutMinor ?? expected - calculateFee(expected, rate)).toBe(
      expected - calculateFee(expected, rate),
    )

    await confirmReceived(app, { purchaseID: insertedId, buyer })
    await compareStatement()

    // A sold car retains the charged price, regardless of its seller's later fees.
    await saveFees(seller, [{ name: 'Another', amountMinor: 77 }])
    expect(await ask('getCar', { params: { id: carID } })).toMatchObject({ allInMinor: expected, fees })
  })

  async function compareStatement(): Promise<void> {
    const { token } = seller
    const { months } = await ask('getStatements', { token })
    const month = months[0]!.month
    const statement = await ask('getStatement', { token, params: { month } })
    expect(statement.sales).toMatchObject([{ buyerPaidMinor: expected }])
    expect(statement.totals).toMatchObject({ buyerPaidMinor: expected })
    const fileOf = (name: 'getStatementCsv' | 'getStatementPdf') =>
      fetchFile(`${apiPath(name, { month })}?document=statement`, token)
    const rows = parseCsvRows((await fileOf('getStatementCsv')).toString())
    expect(rows.filter(({ Entry }) => Entry === 'Paid out')).toMatchObject([
      { 'Buyer paid': (expected / 100).toFixed(2) },
    ])
    const pages = readWrittenPdf(await fileOf('getStatementPdf'))
    expect(pages.join(' ')).toContain(formatMoney(expected))
  }
})

describe('a change of fees', () => {
  async function carOnList() {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const buyer = await buildPerson(app.ctx)
    await saveFees(seller, [documentation])
    const carID = await buildCar(app.ctx, seller.id)
    const { insertedId } = await ask('addPurchase', {
      token: buyer.token,
      body: { carID, buyerContact: '555-0111', meetingPlace: 'Station', sellingPrice: '25,199' },
    })
    return { seller, buyer, carID, insertedId }
  }

  it('changes the price of a listed item before payment, and the buyer can accept it', async () => {
    const { seller, buyer, carID, insertedId } = await carOnList()
    await saveFees(seller, [documentation, preparation])
    const changed = { code: 'price-changed', facts: { sellingPrice: '25,349.50', priceMinor: 2_534_950 } }
    for (const price of ['25,199', '25,349.50', '24,900']) {
      const { status, body } = await startPaying(app, buyer, insertedId, price)
      expect([status, body]).toMatchObject([409, changed])
    }
    const body = { carID, buyerContact: '555-0111', meetingPlace: 'Station', sellingPrice: '24,900' }
    const { token } = app.people.otherBuyer
    expect((await call(app.url, 'addPurchase', { token, body })).body).toMatchObject(changed)

    const accepted = { token: buyer.token, params: { id: insertedId }, body: { sellingPrice: '25,349.50' } }
    await ask('acceptPrice', accepted)
    expect(await ask('getPurchase', { token: buyer.token, params: { id: insertedId } })).toMatchObject({
      priceMinor: 2_534_950,
      fees: [documentation, preparation],
    })
    expect((await startPaying(app, buyer, insertedId, '25,349.50')).status).toBe(200)
  })

  it('applies after a running payment attempt, once the car is free again', async () => {
    const { seller, buyer, carID, insertedId } = await carOnList()
    const { body } = await startPaying(app, buyer, insertedId, '25,199')
    await saveFees(seller, [])
    expect(await ask('getCar', { params: { id: carID } })).toMatchObject({
      allInMinor: 2_519_900,
      fees: [documentation],
    })
    expect((await startPaying(app, buyer, insertedId, '25,199')).body).toEqual(body)
    await ask('cancelAttempt', { token: buyer.token, params: { id: body.attemptID } })
    expect(await ask('getCar', { params: { id: carID } })).toMatchObject({ allInMinor: 2_490_000, fees: [] })
    expect((await startPaying(app, buyer, insertedId, '25,199')).body).toMatchObject({
      code: 'price-changed',
    })
  })

  it('is rejected if names repeat in any case, or an amount or the number of fees is out of range', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const wrong: [SellerFee[], string][] = [
      [[documentation, { name: 'DOCUMENTATION FEE', amountMinor: 1 }], 'fees.1.name'],
      [[{ name: ' ', amountMinor: 1 }], 'fees.0.name'],
      [[{ name: 'x'.repeat(41), amountMinor: 1 }], 'fees.0.name'],
      [[{ name: 'Plates', amountMinor: 0 }], 'fees.0.amountMinor'],
      [[{ name: 'Plates', amountMinor: 1_000_001 }], 'fees.0.amountMinor'],
      [[{ name: 'Plates', amountMinor: 1.5 }], 'fees.0.amountMinor'],
      [Array.from({ length: 9 }, (_, index) => ({ name: `Fee ${index}`, amountMinor: 1 })), 'fees'],
    ]
    for (const [fees, path] of wrong) {
      const { status, body } = await call(app.url, 'saveSellerFees', { token: seller.token, body: { fees } })
      expect([status, body], path).toMatchObject([400, { errors: [{ path }] }])
    }
    expect(await ask('getSellerFees', { token: seller.token })).toEqual({ fees: [] })
  })

  it('is listed with the previous and the new fees', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const list = (token: string) =>
      call(app.url, 'listSellerFeeChanges', { token, query: { seller: seller.id } })
    expect((await list(seller.token)).body).toEqual([])
    await saveFees(seller, [documentation])
    app.advance(1)
    await saveFees(seller, [documentation, preparation])
    app.advance(1)
    await saveFees(seller, [])
    const both = 'Documentation fee $299, Preparation $150.50'
    const by = seller.email
    for (const { token } of [seller, app.people.admin])
      expect((await list(token)).body).toMatchObject([
        { by, before: both, after: 'No fees' },
        { by, before: 'Documentation fee $299', after: both },
        { by, before: 'No fees', after: 'Documentation fee $299' },
      ])
    expect((await list(app.people.otherSeller.token)).status).toBe(404)
  })

  it('is listed with the previous fees, even if it is the oldest of the 20 listed changes', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    for (let amountMinor = 1; amountMinor <= 21; amountMinor++) {
      await saveFees(seller, [{ name: 'Fee', amountMinor }])
      app.advance(1)
    }
    const { body } = await call<object[]>(app.url, 'listSellerFeeChanges', { token: seller.token })
    expect(body).toHaveLength(20)
    expect(body.at(-1)).toMatchObject({ before: 'Fee $0.01', after: 'Fee $0.02' })
  })

  it('is in the audit log, and admins can read the fees of any seller', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller', full_name: 'Fay Fees' })
    await saveFees(seller, [documentation, preparation])
    await saveFees(seller, [documentation, preparation])
    const { token } = app.people.admin
    const query = { seller: seller.id }
    expect(await ask('getSellerFees', { token, query })).toEqual({ fees: [documentation, preparation] })
    const stranger = { token: app.people.otherSeller.token, query }
    expect((await call(app.url, 'getSellerFees', stranger)).status).toBe(404)
    await saveFees(seller, [])
    const log = await ask('listAudit', { token, query: { action: 'set-seller-fees', limit: 2 } })
    const entry = { target: seller.id, subject: 'Fay Fees' }
    expect(log).toMatchObject([
      { ...entry, detail: 'No fees' },
      { ...entry, detail: 'Documentation fee $299, Preparation $150.50' },
    ])
  })
})

describe('a car whose price no card can pay', () => {
  it.each(['0', '0.01', '0.49'])(
    'does not become payable because of a fee if its price is %s',
    async (price) => {
      const seller = await buildPerson(app.ctx, { account: 'seller' })
      const buyer = await buildPerson(app.ctx)
      const carID = await buildCar(app.ctx, seller.id, { resell_price: price })
      await saveFees(seller, [documentation])
      await app.ctx.sellerFees.idle()
      const { priceMinor, allInMinor } = await ask('getCar', { params: { id: carID } })
      expect(allInMinor).toBe(priceMinor)
      for (const sellingPrice of [price, '299', formatMoney(documentation.amountMinor + priceMinor!)]) {
        const request = { carID, buyerContact: '555-0111', meetingPlace: 'Station', sellingPrice }
        const { status, body } = await call(app.url, 'addPurchase', { token: buyer.token, body: request })
        expect([status, body]).toMatchObject([422, { code: 'price-not-payable' }])
      }
    },
  )
})
