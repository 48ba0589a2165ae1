import { afterAll, beforeAll, expect, it } from 'vitest'
import { unguardCell } from '../../server/csv/guarded-cells.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildCars, buildPerson, type Person } from '../support/factories.ts'
import { parseCsvRows } from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function exported({ token }: Person): Promise<Record<string, string>[]> {
  const { status, body } = await call<string>(server.url, 'exportCars', { token })
  expect(status).toBe(200)
  return parseCsvRows(body)
}

it('exports one line per car of the seller, newest first, without deleted cars', async () => {
  const { seller, ids } = await buildCars(server.ctx, 230)
  await buildCar(server.ctx, seller.id, {
    hidden_at: server.ctx.now().toISOString(),
    posted_at: '2020-01-01',
  })
  const cars = await exported(seller)
  expect(cars.map((car) => car.kerblight_id!.replace(/^'/, ''))).toEqual(ids.toReversed())
  expect(cars[0]).toMatchObject({
    make: 'Audi',
    model_name: 'Model 230',
    fuel: 'Gas',
    body: 'Wagon',
    price: '24,900',
  })
})

it('guards cells that a spreadsheet would execute, and quotes cells that need it', async () => {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  const textFields = {
    model_name: '=cmd|x',
    description: '+1, "two"\nthree',
    location: "'-plain",
    trim: "'quoted'",
    contact: '@me',
  }
  await buildCar(server.ctx, seller.id, textFields)
  const [car] = await exported(seller)
  expect(car).toMatchObject({
    model_name: "'=cmd|x",
    description: '\'+1, "two"\nthree',
    location: "''-plain",
    trim: "'quoted'",
    phone: "'@me",
  })
})

it('is a file for Excel, and returns 304 until a car changes', async () => {
  const { seller, ids } = await buildCars(server.ctx, 2)
  const { token } = seller
  const firstResponse = await call<string>(server.url, 'exportCars', { token })
  expect(firstResponse.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(firstResponse.headers.get('content-disposition')).toMatch(
    /^attachment; filename="kerblight-cars-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const headers = { 'if-none-match': firstResponse.headers.get('etag')! }
  expect((await call(server.url, 'exportCars', { token, headers })).status).toBe(304)
  await call(server.url, 'updateCars', { token, body: { ids: [ids[0]], change: { location: 'Boise' } } })
  expect((await call(server.url, 'exportCars', { token, headers })).status).toBe(200)
  const { token: otherToken } = await buildPerson(server.ctx, { account: 'seller' })
  expect((await call(server.url, 'exportCars', { token: otherToken, headers })).status).toBe(200)
})

it.each([
  'first line\nsecond; "quoted", line\r\n\tthird',
  'lone\nLF',
  'lone\rCR',
  '\r\n=1',
  '\n@1',
  "'",
  "''=1",
  '🚗\t"',
])('exports a description as stored, in a single cell: %j', async (description) => {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  await buildCar(server.ctx, seller.id, { description })
  await buildCar(server.ctx, seller.id)
  const descriptions = (await exported(seller)).map((car) => unguardCell(car.description!))
  expect(descriptions).toHaveLength(2)
  expect(descriptions).toContain(description)
})
