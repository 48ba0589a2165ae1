import { glob, readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import type { ExportedList } from '../../contract/api/endpoints.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { apiPath, type EndpointName } from '../../contract/api/paths.ts'

import { listColumns } from '../../server/http/list-columns.wire.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildCars, buildPerson, buildPurchase } from '../support/factories.ts'
import { apply, formatCsv, readFile as readCars, parseCsvRows } from '../support/imports.ts'
import { actorNames, startTestApp, type TestApp } from '../support/test-app.ts'
import { fixtures } from '../api/fixtures.ts'

/** The renderer source files that offer to export a list. */
const menus = readMenus()

async function readMenus(): Promise<string[]> {
  const sources: string[] = []
  for await (const path of glob('src-renderer/**/*.tsx')) sources.push(await readFile(path, 'utf8'))
  return sources.filter((source) => source.includes('<ExportMenu'))
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const lists = Object.keys(listColumns) as ExportedList[]

/** Lists that cannot be exported as a file, each with its reason. */
const unexported: Partial<Record<EndpointName, string>> = {
  listCars: 'a file of the market would be one of everybody’s telephone numbers',
  listCarsById: 'an answer to a list of IDs',
  listShortlist: 'a personal note of cars; the account’s export has it',
  listSearches: 'what to look for; the account’s export has it',
  listLedgerDifferences: 'they are gone once they are explained',
  listModels: 'what a field suggests',
  listCarChanges: 'a part of the car’s page; what was changed together is a file',
  listSalesByMonth: 'a chart’s six figures; the sales behind them are a file',
  findNamedCars: 'an answer to a list of names',
  listSellerFeeChanges: 'the latest entries of the audit log, which admins export',
  listSetupProblems: 'notices about the server, not records',
  listJobs: 'the state of the server, not records',
}

function isList(name: EndpointName): boolean {
  return endpoints[name].output instanceof z.ZodArray
}

async function exported(
  name: EndpointName,
  token: string,
  query: object = {},
  params: Record<string, string> = {},
) {
  const { status, body, headers } = await call<string>(app.url, name, {
    token,
    params,
    query: { format: 'csv', ...query },
  })
  expect(status).toBe(200)
  return { headers, rows: parseCsvRows(body) }
}

describe('a list as a file', () => {
  it('is available for every list except those with a stated reason', () => {
    const listNames = (Object.keys(endpoints) as EndpointName[]).filter(isList)
    expect([...lists, ...Object.keys(unexported)].toSorted()).toEqual(listNames.toSorted())
  })

  it.each(lists)('%s is offered where the list is shown', async (name) => {
    expect((await menus).some((source) => source.includes(`list="${name}"`))).toBe(true)
  })

  it.each(lists)('%s is available to the same users as the list', async (name) => {
    const request = await fixtures[name].request(app)
    const callers = [undefined, ...actorNames.map((actor) => app.people[actor].token), 'forged']
    for (const token of callers) {
      const statusOf = async (query: object) =>
        (await call(app.url, name, { ...request, query: { ...request.query, ...query }, token })).status
      const isStranger = token === undefined || token === 'forged'
      expect(await statusOf({ format: 'csv' })).toBe(isStranger ? 401 : await statusOf({}))
    }
  })

  it.each(lists)('%s has each of its columns, in both formats', async (name) => {
    const request = await fixtures[name].request(app)
    const { who, self } = endpoints[name] as Endpoint
    const { owner = who === 'user' ? 'buyer' : 'admin' } = fixtures[name]
    const { token, email } = app.people[owner]
    const query = { ...request.query, ...(self === 'query' && { email }) }
    const columnNames = Object.keys(listColumns[name])
    const csv = await call<string>(app.url, name, { ...request, token, query: { ...query, format: 'csv' } })
    const [firstRow] = parse(csv.body, { bom: true })
    expect(firstRow).toEqual(columnNames)
    const search = new URLSearchParams({ ...(query as Record<string, string>), format: 'xlsx' })
    const response = await fetch(`${app.url}${apiPath(name, request.params)}?${search}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(response.headers.get('content-disposition')).toMatch(/\.xlsx"$/)
    const sheet = await readSheet(Buffer.from(await response.arrayBuffer()))
    expect(sheet[0]).toEqual(columnNames)
  })

  it('contains all results for the same search terms, filter, and order', async () => {
    const { seller } = await buildCars(app.ctx, 450, (number) => ({
      location: number % 2 ? 'Boise' : 'Salem',
      resell_price: String(10_000 + number),
    }))
    const allCars = await exported('listAllCars', seller.token)
    expect(allCars.rows).toHaveLength(450)
    expect(new Set(allCars.rows.map((row) => row['Model Name'])).size).toBe(450)
    const matchingCars = await exported('listAllCars', seller.token, {
      q: 'boise',
      sort: '-price',
      state: 'instock',
    })
    expect(matchingCars.rows).toHaveLength(225)
    expect(matchingCars.rows.slice(0, 2).map((row) => row['Resell Price'])).toEqual(['10449', '10447'])
    expect(new Set(matchingCars.rows.map(({ Location }) => Location))).toEqual(new Set(['Boise']))
  })

  it('reveals no more of a sale than its seller can see', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const carId = await buildCar(app.ctx, seller.id)
    await buildPurchase(app.ctx, app.people.buyer.id, carId, { buyer_contact: '555-0199' })
    const { rows } = await exported('listSales', seller.token)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('555-0199')
    expect(rows[0]).toMatchObject({ Status: 'not paid', Price: '24900', 'Buyer phone': '' })
  })

  it('contains reviews and devices as their lists show them', async () => {
    const { token, email } = app.people.seller
    await call(app.url, 'addReview', {
      token,
      body: { rating: 4.5, reviewText: 'Fair, "quick"\nand warm' },
    })
    const [review] = (await exported('listMyReviews', token, { email })).rows
    expect(review).toMatchObject({ Rating: '4.5', Review: 'Fair, "quick"\nand warm', Car: '' })
    const { rows: devices } = await exported('listSessions', token)
    expect(devices.filter((device) => device['This device'] === 'Yes')).toHaveLength(1)
  })

  it('contains an import, its rows, and its changes', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const car = { make: 'Audi', modelName: 'A4', year: 2019 }
    await buildCar(app.ctx, seller.id, { stock_no: 'S1', year: 2019, resell_price: '9995' })
    const file = formatCsv([
      { stockNo: 'S1', ...car, price: '9,495' },
      { stockNo: 'S2', ...car, year: 'soon', price: '9,000' },
    ])
    const plan = await readCars(app, seller, file)
    const { rows } = await exported('listImportRows', seller.token, {}, { id: plan._id })
    expect(rows).toMatchObject([
      {
        Line: '2',
        Result: 'Update',
        'Stock number': 'S1',
        'What changes': expect.stringContaining('Price: 9995 → 9,495'),
      },
      { Line: '3', Result: 'Error', 'Stock number': 'S2', Why: expect.stringMatching(/^year: /) },
    ])
    const { changeSetID } = await apply(app, seller, plan)
    const [summary] = (await exported('listImports', seller.token)).rows
    expect(summary).toMatchObject({ File: 'cars.csv', Status: 'Imported', Update: '1', Error: '1' })
    const changedCars = await exported('listChangedCars', seller.token, {}, { id: changeSetID! })
    expect(changedCars.rows).toHaveLength(1)
    expect(changedCars.rows[0]!['What changed']).toContain('Price: $9,995 → $9,495')
  })

  it('imports again without changes, and with a different price as the only change', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const car = { year: 2018, location: '=Boise', mileage: 12_345 }
    await buildCar(app.ctx, seller.id, { ...car, stock_no: 'R1', model_name: 'A4' })
    await buildCar(app.ctx, seller.id, { ...car, stock_no: 'R2', model_name: 'Audi A4', year: null })
    await buildCar(app.ctx, seller.id, { ...car, stock_no: 'R3', state: 'sold', location: "'=Boise" })
    for (const format of ['csv', 'xlsx']) {
      const response = await fetch(`${app.url}${apiPath('listAllCars')}?format=${format}`, {
        headers: { Authorization: `Bearer ${seller.token}` },
      })
      const plan = await readCars(app, seller, Buffer.from(await response.arrayBuffer()), `cars.${format}`)
      expect(plan.counts).toEqual({ create: 0, update: 0, unchanged: 3, held: 0, error: 0 })
    }
    const pricePlan = await readCars(
      app,
      seller,
      formatCsv([{ stock: 'R1', title: '2018 Audi A4', price: 1 }]),
    )
    const { rows } = await exported('listImportRows', seller.token, {}, { id: pricePlan._id })
    expect(rows.map((row) => row['What changes'])).toEqual([expect.stringMatching(/^Price: .* → 1$/)])
  })

  it('leaves the year out of the model of a new car', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    const file = formatCsv([{ stock: 'N1', title: '2018 Audi A4', make: 'Audi', year: 2018, price: 9_000 }])
    const plan = await readCars(app, seller, file)
    const [row] = (await exported('listImportRows', seller.token, {}, { id: plan._id })).rows
    expect(row).toMatchObject({ Result: 'New', Car: '2018 Audi A4' })
  })

  it('guards formulas in CSV, and stores them as text in a workbook', async () => {
    const seller = await buildPerson(app.ctx, { account: 'seller' })
    await buildCar(app.ctx, seller.id, { location: '=1+1 <&> "two"' })
    const { rows } = await exported('listAllCars', seller.token)
    expect(rows[0]!.Location).toBe('\'=1+1 <&> "two"')
    const response = await fetch(`${app.url}${apiPath('listAllCars')}?format=xlsx`, {
      headers: { Authorization: `Bearer ${seller.token}` },
    })
    const sheet = await readSheet(Buffer.from(await response.arrayBuffer()))
    const [header, row] = sheet as unknown as [string[], unknown[]]
    expect(row[header.indexOf('Location')]).toBe('=1+1 <&> "two"')
    expect(row[header.indexOf('Resell Price')]).toBe(24_900)
  })
})
