import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiPath } from '../../contract/paths.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { apply, csvOf, readFile, rowsOf } from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  const lowered = { drafts: 3, importValues: 2, ledgerRowsPerHour: 6, rejectBytes: 200 }
  server = await startTestServer({ config: { quotas: lowered } })
})
afterAll(() => server.close())

const newSeller = () => buildPerson(server.ctx, { account: 'seller' })
const addDraft = ({ token }: Person) => call(server.url, 'addDraft', { token, body: {} })
const over = (quota: string, limit: number) => ({
  status: 409,
  body: { code: 'quota-exceeded', facts: { quota, limit } },
})

it('refuses a draft more than an account can have, from the form and from another state', async () => {
  const seller = await newSeller()
  const preparing = await buildCar(server.ctx, seller.id, { state: 'preparing', listed_at: null })
  const answers = await Promise.all(Array.from({ length: 5 }, () => addDraft(seller)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409])
  expect(await addDraft(seller)).toMatchObject(over('drafts', 3))
  const body = { state: 'draft' }
  const request = { token: seller.token, params: { id: preparing }, body }
  expect(await call(server.url, 'setCarState', request)).toMatchObject(over('drafts', 3))
  expect((await addDraft(await newSeller())).status).toBe(200)
})

it('adds as many drafts from a file as there is room for, and keeps the cells of the others', async () => {
  const seller = await newSeller()
  await buildCar(server.ctx, seller.id, { state: 'draft' })
  const cars = ['A', 'B', 'C'].map((stock) => ({ stock, make: 'Kia', model: 'Rio' }))
  const plan = await readFile(server, seller, csvOf(cars))
  await apply(server, seller, plan)
  const rows = await rowsOf(server, seller, plan)
  expect(rows.map(({ action }) => action)).toEqual(['create', 'create', 'error'])
  expect(rows[2]!.errors[0]!.message).toContain('up to 3 drafts')
  expect(await cellsOf(plan._id)).toEqual(['[]', '[]', '["C","Kia","Rio"]'])
})

it('drops the cells of rows that did not fail, and those of failed rows beyond the quota', async () => {
  const seller = await newSeller()
  await buildCar(server.ctx, seller.id, { stock_no: 'S1', category_name: 'Kia', model_name: 'Rio' })
  const long = (name: string) => name.repeat(80)
  const plan = await readFile(
    server,
    seller,
    csvOf([
      { stock: 'S1', make: 'Kia', model: 'Rio' },
      { stock: 'N1', make: 'Kia', model: 'Ceed' },
      { stock: 'N2', make: long('x'), model: 'Rio' },
    ]),
  )
  expect(plan.counts).toMatchObject({ unchanged: 1, create: 1, error: 1 })
  await apply(server, seller, plan)
  expect((await cellsOf(plan._id)).map((cells) => cells !== '[]')).toEqual([false, false, true])
  const wide = await readFile(
    server,
    seller,
    csvOf([
      { stock: 'N3', make: long('x'), model: 'Rio' },
      { stock: 'N4', make: long('y'), model: 'Rio' },
    ]),
  )
  const request = { token: seller.token, params: { id: wide._id }, body: {} }
  expect(await call(server.url, 'applyImport', request)).toMatchObject(over('rejectBytes', 200))
})

it('refuses changes once those of the last hour fill the ledger of an account', async () => {
  const seller = await newSeller()
  const id = await buildCar(server.ctx, seller.id)
  const change = (location: string) =>
    call(server.url, 'updateCars', {
      token: seller.token,
      body: { ids: [id], change: { location } },
    })
  for (const location of ['A', 'B', 'C', 'E', 'F', 'G']) expect((await change(location)).status).toBe(200)
  expect(await change('D')).toMatchObject(over('ledgerRowsPerHour', 6))
  server.advance(3601)
  expect((await change('D')).status).toBe(200)
  expect((await call(server.url, 'deleteMe', { token: seller.token })).status).toBe(200)
})

it('refuses values of files beyond the quota, and lets them be cleared', async () => {
  const seller = await newSeller()
  const plan = await readFile(server, seller, csvOf([{ stock: 'S1', make: 'Kia', model: 'Rio', fuel: 'a' }]))
  const save = async (values: object[]) => {
    const request = { token: seller.token, params: { id: plan._id }, body: { values } }
    const answer = await call(server.url, 'setImportValues', request)
    await server.ctx.imports.idle()
    return answer
  }
  const becomes = (value: string) => ({ field: 'fuel', value, becomes: 'Diesel' })
  expect((await save([becomes('a'), becomes('b')])).status).toBe(200)
  expect(await save([becomes('c')])).toMatchObject(over('importValues', 2))
  expect((await save([{ field: 'fuel', value: 'a' }, becomes('c')])).status).toBe(200)
})

it('exports an account page by page, as fast as the client reads', async () => {
  const seller = await newSeller()
  const description = 'x'.repeat(60_000)
  const add = () => buildCar(server.ctx, seller.id, { state: 'draft', description })
  const ids: string[] = []
  for (let n = 0; n < 401; n++) ids.push(await add())
  const headers = { authorization: `Bearer ${seller.token}` }
  const request = get(new URL(apiPath('exportMe'), server.url), { headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  // Nothing of it is read yet, so the last page does not exist yet.
  expect((await call(server.url, 'getMe', { token: seller.token })).status).toBe(200)
  ids.push(await add())
  const exported = JSON.parse(await text(response)) as { cars: { id: string }[]; audit: unknown[] }
  expect(exported.cars.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect(exported.audit).toEqual([])
})

async function cellsOf(importId: string): Promise<string[]> {
  const rows = await server.ctx.db
    .selectFrom('import_rows')
    .select('cells')
    .where('import_id', '=', importId)
    .orderBy('place')
    .execute()
  return rows.map(({ cells }) => cells)
}
