import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiPath } from '../../contract/api/paths.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { apply, formatCsv, readFile, fetchImportRows } from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  const loweredQuotas = {
    drafts: 3,
    importValues: 2,
    shortlist: 2,
    searches: 2,
    ledgerRowsPerHour: 6,
    fileRowBytes: 6000,
    openRowBytes: 10_000,
    rejectBytes: 200,
  }
  server = await startTestServer({ config: { quotas: loweredQuotas } })
})
afterAll(() => server.close())

const newSeller = () => buildPerson(server.ctx, { account: 'seller' })
const addDraft = ({ token }: Person) => call(server.url, 'addDraft', { token, body: {} })
const newCars = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ stock: `N${n}`, make: 'Kia', model: 'Rio' }))
const upload = ({ token }: Person, file: string) => {
  const body = new FormData()
  body.set('file', new Blob([file]), 'cars.csv')
  return call(server.url, 'addImport', { token, body })
}
const quotaProblem = (quota: string, limit: number) => ({
  status: 409,
  body: { code: 'quota-exceeded', facts: { quota, limit } },
})

it('rejects a draft beyond the account’s limit, from the form and from another state', async () => {
  const seller = await newSeller()
  const preparingCar = await buildCar(server.ctx, seller.id, { state: 'preparing', listed_at: null })
  const responses = await Promise.all(Array.from({ length: 5 }, () => addDraft(seller)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409])
  expect(await addDraft(seller)).toMatchObject(quotaProblem('drafts', 3))
  const body = { state: 'draft' }
  const request = { token: seller.token, params: { id: preparingCar }, body }
  expect(await call(server.url, 'setCarState', request)).toMatchObject(quotaProblem('drafts', 3))
  expect((await addDraft(await newSeller())).status).toBe(200)
})

it('adds more drafts from a file than the form can, and counts them', async () => {
  const seller = await newSeller()
  const plan = await readFile(server, seller, formatCsv(newCars(5)))
  await apply(server, seller, plan)
  const rows = await fetchImportRows(server, seller, plan)
  expect(rows.map(({ action }) => action)).toEqual(Array.from({ length: 5 }, () => 'create'))
  expect(await cellsOf(plan._id)).toEqual(Array.from({ length: 5 }, () => '[]'))
  server.advance(3601)
  expect(await addDraft(seller)).toMatchObject(quotaProblem('drafts', 3))
})

it('counts the rows of an import when they are written, and rejects rows of later turns', async () => {
  const seller = await newSeller()
  const plan = await readFile(server, seller, formatCsv(newCars(21)))
  // The user confirmed the import long before the server writes its rows.
  await server.ctx.db
    .updateTable('imports')
    .set({ state: 'applying', applying_at: new Date(server.ctx.now().getTime() - 7200_000).toISOString() })
    .where('id', '=', plan._id)
    .execute()
  server.ctx.imports.wake()
  await server.ctx.imports.idle()
  const rows = await fetchImportRows(server, seller, plan, { limit: 50 })
  expect(Map.groupBy(rows, ({ action }) => action)).toSatisfy(
    (groups: Map<string, unknown[]>) =>
      groups.get('create')?.length === 20 && groups.get('error')?.length === 1,
  )
  expect(rows.at(-1)!.errors[0]!.message).toContain('up to 6 changes to cars within an hour')
  expect((await cellsOf(plan._id)).filter((cells) => cells !== '[]')).toEqual(['["N20","Kia","Rio"]'])
  expect(await addDraft(seller)).toMatchObject(quotaProblem('ledgerRowsPerHour', 6))
})

it('stops a bulk change at the batch that finds the ledger full', async () => {
  const seller = await newSeller()
  const ids: string[] = []
  for (let n = 0; n < 21; n++) ids.push(await buildCar(server.ctx, seller.id))
  const request = { token: seller.token, body: { ids, state: 'preparing' } }
  expect(await call(server.url, 'setCarStates', request)).toMatchObject(quotaProblem('ledgerRowsPerHour', 6))
  const movedPhotos = await server.ctx.db
    .selectFrom('cars')
    .select('id')
    .where('seller_id', '=', seller.id)
    .where('state', '=', 'preparing')
    .execute()
  expect(movedPhotos).toHaveLength(20)
})

it('rejects a file with too much row data, and a file beyond the account’s quota', async () => {
  const seller = await newSeller()
  const wideCsv = (count: number) =>
    formatCsv(newCars(count).map((car) => ({ ...car, note: 'x'.repeat(1000) })))
  const tooLarge = await readFile(server, seller, wideCsv(6))
  expect(tooLarge).toMatchObject({ state: 'failed', message: expect.stringContaining('up to 0.006 MB') })
  expect(await cellsOf(tooLarge._id)).toEqual([])
  const firstPlan = await readFile(server, seller, wideCsv(5))
  expect(await readFile(server, seller, wideCsv(4))).toMatchObject({ state: 'ready' })
  const zipped = new Uint8Array(gzipSync(wideCsv(3)))
  expect(await readFile(server, seller, Buffer.from(zipped), 'cars.csv.gz')).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('Import or discard one'),
  })
  expect(await upload(seller, wideCsv(3))).toMatchObject(quotaProblem('openRowBytes', 10_000))
  const request = { token: seller.token, params: { id: firstPlan._id } }
  expect((await call(server.url, 'deleteImport', request)).body).toMatchObject({ deletedCount: 1 })
  expect(await readFile(server, seller, wideCsv(3))).toMatchObject({ state: 'ready' })
})

it('counts notes on rows, which can be longer than the cells', async () => {
  const seller = await newSeller()
  const fields = ['year', 'mileage', 'price', 'fuel', 'drive', 'body', 'color', 'transmission']
  const wrongCells = Object.fromEntries(fields.map((field) => [field, '?']))
  const cars = newCars(8).map((car) => ({ ...car, ...wrongCells }))
  expect(formatCsv(cars).length).toBeLessThan(600)
  const plan = await readFile(server, seller, formatCsv(cars))
  expect(plan).toMatchObject({ state: 'failed', message: expect.stringContaining('once they’re read') })
})

it('discards only a seller’s own file that has not been imported', async () => {
  const seller = await newSeller()
  const plan = await readFile(server, seller, formatCsv(newCars(1)))
  const request = { token: seller.token, params: { id: plan._id } }
  const otherRequest = { ...request, token: (await newSeller()).token }
  expect((await call(server.url, 'deleteImport', otherRequest)).status).toBe(404)
  await apply(server, seller, plan)
  expect(await call(server.url, 'deleteImport', request)).toMatchObject({
    status: 409,
    body: { code: 'import-not-ready' },
  })
  expect(await fetchImportRows(server, seller, plan)).toHaveLength(1)
})

it('drops the cells of successful rows, and of failed rows beyond the quota', async () => {
  const seller = await newSeller()
  await buildCar(server.ctx, seller.id, { stock_no: 'S1', category_name: 'Kia', model_name: 'Rio' })
  const longName = (name: string) => name.repeat(80)
  const plan = await readFile(
    server,
    seller,
    formatCsv([
      { stock: 'S1', make: 'Kia', model: 'Rio' },
      { stock: 'N1', make: 'Kia', model: 'Ceed' },
      { stock: 'N2', make: longName('x'), model: 'Rio' },
    ]),
  )
  expect(plan.counts).toMatchObject({ unchanged: 1, create: 1, error: 1 })
  await apply(server, seller, plan)
  expect((await cellsOf(plan._id)).map((cells) => cells !== '[]')).toEqual([false, false, true])
  const widePlan = await readFile(
    server,
    seller,
    formatCsv([
      { stock: 'N3', make: longName('x'), model: 'Rio' },
      { stock: 'N4', make: longName('y'), model: 'Rio' },
    ]),
  )
  const request = { token: seller.token, params: { id: widePlan._id }, body: {} }
  const rejection = await call<{ detail: string }>(server.url, 'applyImport', request)
  expect(rejection).toMatchObject(quotaProblem('rejectBytes', 200))
  expect(rejection.body.detail).toContain(' MB.')
})

it('keeps cells of rows that fail on apply up to the account’s quota, earliest rows first', async () => {
  // Another account's cells do not count toward the quota.
  const otherSeller = await newSeller()
  await apply(
    server,
    otherSeller,
    await readFile(server, otherSeller, formatCsv([{ stock: 'N1', make: 'x'.repeat(150), model: 'Rio' }])),
  )
  const seller = await newSeller()
  const plan = await readFile(server, seller, formatCsv(newCars(40)))
  // The first batch fills the ledger, so the remaining rows fail.
  await apply(server, seller, plan)
  const rows = await fetchImportRows(server, seller, plan, { limit: 50 })
  const failed = rows.filter(({ action }) => action === 'error')
  expect(failed.length).toBeGreaterThan(15)
  const stored = (await cellsOf(plan._id)).filter((cells) => cells !== '[]')
  const bytes = stored.join('').length
  expect([bytes <= 200, bytes + stored[0]!.length > 200]).toEqual([true, true])
  expect(stored[0]).toBe('["N20","Kia","Rio"]')
})

it('rejects changes once the changes of the last hour fill an account’s ledger', async () => {
  const seller = await newSeller()
  const id = await buildCar(server.ctx, seller.id)
  const change = (location: string) =>
    call(server.url, 'updateCars', {
      token: seller.token,
      body: { ids: [id], change: { location } },
    })
  for (const location of ['A', 'B', 'C', 'E', 'F', 'G']) expect((await change(location)).status).toBe(200)
  expect(await change('D')).toMatchObject(quotaProblem('ledgerRowsPerHour', 6))
  server.advance(3601)
  expect((await change('D')).status).toBe(200)
  expect((await call(server.url, 'deleteMe', { token: seller.token })).status).toBe(200)
})

it('rejects values of files beyond the quota, and lets them be cleared', async () => {
  const seller = await newSeller()
  const plan = await readFile(
    server,
    seller,
    formatCsv([{ stock: 'S1', make: 'Kia', model: 'Rio', fuel: 'a' }]),
  )
  const save = async (values: object[]) => {
    const request = { token: seller.token, params: { id: plan._id }, body: { values } }
    const response = await call(server.url, 'setImportValues', request)
    await server.ctx.imports.idle()
    return response
  }
  const mapToDiesel = (value: string) => ({ field: 'fuel', value, becomes: 'Diesel' })
  expect((await save([mapToDiesel('a'), mapToDiesel('b')])).status).toBe(200)
  expect(await save([mapToDiesel('c')])).toMatchObject(quotaProblem('importValues', 2))
  expect((await save([{ field: 'fuel', value: 'a' }, mapToDiesel('c')])).status).toBe(200)
})

it('rejects a saved search beyond the account’s limit, and the undo of a deletion', async () => {
  const { token } = await buildPerson(server.ctx)
  const save = (words: string) =>
    call<{ insertedId: string }>(server.url, 'addSearch', {
      token,
      body: { name: words, query: `q=${words}`, every: 'daily' },
    })
  const responses = await Promise.all(['one', 'two', 'three', 'four'].map(save))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
  expect(await save('five')).toMatchObject(quotaProblem('searches', 2))

  const id = responses.find(({ status }) => status === 200)!.body.insertedId
  const deletion = await call<{ undoId: string }>(server.url, 'deleteSearch', { token, params: { id } })
  expect((await save('five')).status).toBe(200)
  const undo = await call(server.url, 'undo', { token, params: { id: deletion.body.undoId } })
  expect(undo).toMatchObject({ status: 409, body: { code: 'undo-expired' } })
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
  // The client has not read any of the response yet, so the server has not built its last page.
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
