import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CarImport, ImportRow, ImportSummary } from '../../contract/imports.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { apply, formatCsv, fetchExport, fetchImport, readFile, fetchImportRows } from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const newSeller = () => buildPerson(server.ctx, { account: 'seller' })

/** Three cars with an unknown fuel or make, and one valid car. */
const file = formatCsv([
  { stock: 'S1', make: 'Audi', model: 'A4', fuel: 'Coal' },
  { stock: 'S2', make: 'Zastava', model: 'Yugo', fuel: 'Gas' },
  { stock: 'S3', make: 'Audi', model: 'A6', fuel: ' COAL ' },
  { stock: 'S4', make: 'Audi', model: 'A8', fuel: 'EV' },
])

async function chooseValues(seller: Person, { _id: id }: CarImport, values: object[]) {
  const response = await call(server.url, 'setImportValues', {
    token: seller.token,
    params: { id },
    body: { values },
  })
  await server.ctx.imports.idle()
  return response
}

describe('a value', () => {
  it('is listed even in a column with many values, unless it is an automatically parsed number', async () => {
    const cars = Array.from({ length: 60 }, (_, index) => ({
      stock: `C${index}`,
      make: 'Audi',
      model: 'A4',
      color: `Shade ${index}`,
      price: `$${9 + index},000`,
    }))
    const { values } = await readFile(server, await newSeller(), formatCsv(cars))
    const countValues = (field: string) => values.filter((value) => value.field === field).length
    expect([countValues('color'), countValues('price')]).toEqual([60, 20])
  })

  it('becomes the seller’s choice, for the next file too, until the choice is removed', async () => {
    const [seller, otherSeller] = [await newSeller(), await newSeller()]
    const plan = await readFile(server, seller, file)
    expect(plan.counts).toMatchObject({ create: 3, error: 1 })
    await chooseValues(seller, plan, [
      { field: 'fuel', value: 'coal', becomes: 'Diesel' },
      { field: 'make', value: 'Zastava', becomes: 'Kia' },
    ])
    const reloadedPlan = await fetchImport(server, seller, plan._id)
    expect(reloadedPlan.counts).toMatchObject({ create: 4, error: 0 })
    expect(reloadedPlan.values).toContainEqual({
      field: 'fuel',
      value: 'Coal',
      becomes: 'Diesel',
      count: 1,
      by: 'seller',
    })
    await apply(server, seller, reloadedPlan)
    const cars = (await fetchExport(server, seller)).cars.map(({ make, fuel }) => [make, fuel])
    expect(cars.toSorted()).toEqual([
      ['Audi', 'Diesel'],
      ['Audi', 'Diesel'],
      ['Audi', 'Electric'],
      ['Kia', 'Gas'],
    ])

    const nextPlan = await readFile(server, seller, file)
    expect(nextPlan.counts).toMatchObject({ unchanged: 4 })
    expect((await readFile(server, otherSeller, file)).counts).toMatchObject({ create: 3, error: 1 })
    await chooseValues(seller, nextPlan, [{ field: 'make', value: 'Zastava' }])
    expect((await fetchImport(server, seller, nextPlan._id)).counts).toMatchObject({ unchanged: 3, error: 1 })
  })

  it('is omitted if the seller chooses that', async () => {
    const seller = await newSeller()
    const plan = await readFile(server, seller, file)
    await chooseValues(seller, plan, [{ field: 'fuel', value: 'Coal', becomes: null }])
    const reloadedPlan = await fetchImport(server, seller, plan._id)
    expect(reloadedPlan.counts).toMatchObject({ create: 3, error: 1 })
    expect(reloadedPlan.values).toContainEqual({
      field: 'fuel',
      value: 'Coal',
      becomes: null,
      count: 1,
      by: 'seller',
    })
    const { fuel } = (await apply(server, seller, reloadedPlan), await fetchExport(server, seller)).cars[0]!
    expect(['', 'Electric']).toContain(fuel)
  })

  it('is listed before values that only differ in spelling if it is unknown', async () => {
    const seller = await newSeller()
    const cars = ['EV', 'EV', 'Coal'].map((fuel, index) => ({
      stock: index,
      make: 'Audi',
      model: 'A4',
      fuel,
    }))
    const { values } = await readFile(server, seller, formatCsv(cars))
    expect(values.map(({ value }) => value)).toEqual(['Coal', 'EV'])
  })

  it('cannot become an unknown value, and cannot be set after the import', async () => {
    const seller = await newSeller()
    const plan = await readFile(server, seller, file)
    const rejection = await chooseValues(seller, plan, [
      { field: 'fuel', value: 'Coal', becomes: 'Peat' },
      { field: 'make', value: 'Zastava', becomes: 'Kia' },
      { field: 'price', value: 'call', becomes: 'ask' },
    ])
    expect(rejection.body.errors?.map(({ path }) => path)).toEqual(['values.0.becomes', 'values.2.becomes'])
    await apply(server, seller, plan)
    const lateResponse = await chooseValues(seller, plan, [{ field: 'fuel', value: 'Coal', becomes: null }])
    expect(lateResponse.body).toMatchObject({ code: 'import-not-ready' })
  })
})

describe('imports', () => {
  it('are listed only to their seller, newest first, with the results of their rows', async () => {
    const [seller, otherSeller] = [await newSeller(), await newSeller()]
    const firstPlan = await readFile(server, seller, file, 'monday.csv')
    await apply(server, seller, firstPlan)
    server.advance(1)
    await readFile(server, seller, file, 'tuesday.csv')
    const { body } = await call<ImportSummary[]>(server.url, 'listImports', { token: seller.token })
    expect(body).toMatchObject([
      { fileName: 'tuesday.csv', state: 'ready', counts: { unchanged: 3, error: 1 }, changeSetID: null },
      { fileName: 'monday.csv', state: 'applied', counts: { create: 3, error: 1 } },
    ])
    expect((await call<object[]>(server.url, 'listImports', { token: otherSeller.token })).body).toEqual([])
    const page = await call<ImportSummary[]>(server.url, 'listImports', {
      token: seller.token,
      query: { limit: 1 },
    })
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2'])
    expect(page.headers.get('link')).toContain('rel="next"')
  })
})

describe('the rows of an import', () => {
  it('name their car and its previous values', async () => {
    const seller = await newSeller()
    await buildCar(server.ctx, seller.id, { stock_no: 'S1', resell_price: '24,900' })
    const plan = await readFile(
      server,
      seller,
      formatCsv([
        { stock: 'S1', year: 2021, make: 'Audi', model: 'A4 Avant 40 TFSI', price: '20,000' },
        { stock: 'N1', year: 2020, make: 'Kia', model: 'Rio', price: '9,000' },
        { stock: 'N2', year: 2020, make: 'Kia', model: 'Ceed', price: 'ask' },
      ]),
    )
    const rows = await fetchImportRows(server, seller, plan)
    expect(rows).toMatchObject([
      { stockNo: 'S1', changes: [{ field: 'price', before: '24,900', after: '20,000' }] },
      { name: '2020 Kia Rio', stockNo: 'N1', action: 'create' },
      { name: '2020 Kia Ceed', stockNo: 'N2', action: 'error' },
    ])
    expect(rows[1]!.changes[0]).not.toHaveProperty('before')
    await apply(server, seller, plan)
    expect((await fetchImportRows(server, seller, plan))[0]!.changes.at(-1)).toEqual({
      field: 'price',
      after: '20,000',
    })
  })

  it('can start at any offset, match search terms, and start at the next match from a row', async () => {
    const seller = await newSeller()
    await buildCar(server.ctx, seller.id, { stock_no: 'S0', model_name: 'Quattro Sport' })
    const cars = Array.from({ length: 12 }, (_, index) => ({
      stock: `S${index}`,
      make: 'Audi',
      model: 'A4',
      price: index % 5 === 4 ? 'ask' : '9,000',
    }))
    const plan = await readFile(server, seller, formatCsv(cars))
    const listRows = async (query: object) => {
      const response = await call<ImportRow[]>(server.url, 'listImportRows', {
        token: seller.token,
        params: { id: plan._id },
        query: { ...query },
      })
      const [offset, total] = ['x-offset', 'x-total-count'].map((name) => response.headers.get(name))
      return { stock: response.body.map(({ stockNo }) => stockNo), offset, total }
    }
    expect(await listRows({ offset: 10 })).toEqual({ stock: ['S10', 'S11'], offset: null, total: '12' })
    expect(await listRows({ action: 'error', from: 6, limit: 1 })).toEqual({
      stock: ['S9'],
      offset: '1',
      total: '2',
    })
    expect((await listRows({ action: 'error', from: 10 })).stock).toEqual(['S9'])
    expect(await listRows({ action: 'error', from: 11 })).toEqual({ stock: [], offset: '2', total: '2' })
    expect((await listRows({ q: 's1 audi' })).stock).toEqual(['S1', 'S10', 'S11'])
    expect((await listRows({ q: 'quattro', offset: 0 })).stock).toEqual(['S0'])
  })
})
