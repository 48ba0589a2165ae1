import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CarImport } from '../../contract/imports.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import {
  apply,
  formatCsv,
  fetchExport,
  fetchImport,
  planCar,
  readFile,
  fetchImportRows,
} from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const newSeller = () => buildPerson(server.ctx, { account: 'seller' })

async function answer(seller: Person, { _id: id }: CarImport, body: object): Promise<CarImport> {
  await call(server.url, 'setImportAnswers', { token: seller.token, params: { id }, body })
  await server.ctx.imports.idle()
  return fetchImport(server, seller, id)
}

async function planIn(encoding: string, description: string, seller?: Person): Promise<CarImport> {
  const text = formatCsv([{ stock: 'S1', make: 'Audi', model: 'A4', description }])
  return readFile(server, seller ?? (await newSeller()), iconv.encode(text, encoding))
}

describe('the encoding of a file', () => {
  it.each(['Citroën Coupé, 50 € off', 'The dealer’s “clean” car – SYNC™', 'Straße in Málaga'])(
    'needs no question if only Windows-1252 is plausible: %s',
    async (text) => expect((await planIn('windows-1252', text)).questions).toEqual({}),
  )

  it.each([
    ['macintosh', 'Renault Mégane Coupé'],
    ['windows-1251', 'Чистый автомобиль'],
    ['koi8-r', 'Чистый автомобиль без пробега по России'],
  ])('is guessed, with a question to the seller, for %s', async (encoding, text) => {
    const seller = await newSeller()
    const plan = await planIn(encoding, text, seller)
    const [guessed, ...rivals] = plan.questions.encoding!.options
    expect(guessed).toEqual({ encoding, samples: [text] })
    expect(rivals.map((rival) => rival.encoding)).toContain('windows-1252')
    expect(plan.note).toMatch(/^The text encoding of the file isn’t certain. It was read as /)
    const [row] = await fetchImportRows(server, seller, plan)
    expect(row!.changes).toContainEqual({ field: 'description', after: text })
  })

  it('follows the seller’s choice, which removes the note', async () => {
    const seller = await newSeller()
    const plan = await planIn('windows-1252', 'front–rear', seller)
    expect(plan.questions.encoding!.options.map(({ samples }) => samples[0])).toContain('frontñrear')
    const reloadedPlan = await answer(seller, plan, { encoding: 'macintosh' })
    expect(reloadedPlan.questions.encoding).toMatchObject({ answer: 'macintosh' })
    expect(reloadedPlan).not.toHaveProperty('note')
    const [row] = await fetchImportRows(server, seller, reloadedPlan)
    expect(row!.changes).toContainEqual({ field: 'description', after: 'frontñrear' })
  })

  it('is detected from bytes far after the beginning of the file', async () => {
    const plainCar = { make: 'Audi', model: 'A4', description: 'Clean '.repeat(100) }
    const cars = Array.from({ length: 200 }, (_, index) => ({ stock: `F${index}`, ...plainCar }))
    const text = formatCsv([...cars, { stock: 'last', ...plainCar, description: 'Чистый автомобиль' }])
    const plan = await readFile(server, await newSeller(), iconv.encode(text, 'windows-1251'))
    expect(plan.questions.encoding!.options[0]!.samples).toEqual(['Чистый автомобиль'])
  })
})

describe('cars that the file marks as sold', () => {
  const file = formatCsv([
    { stock: 'S1', make: 'Audi', model: 'A4', price: '1', status: 'Sold' },
    { stock: 'S2', make: 'Audi', model: 'A6', price: '2', status: 'OUT_OF_STOCK' },
    { stock: 'S3', make: 'Audi', model: 'A8', price: '3', status: 'sale pending' },
    { stock: 'S4', make: 'Audi', model: 'Q5', price: '4', status: 'verkauft' },
  ])

  it('are skipped with the reason, and raise a question', async () => {
    const seller = await newSeller()
    await buildCar(server.ctx, seller.id, { stock_no: 'S1' })
    const plan = await readFile(server, seller, file)
    expect(plan).toMatchObject({
      counts: { create: 1, held: 3 },
      questions: { sold: { rows: 3 } },
      missing: 0,
    })
    const [ownRow, otherRow] = await fetchImportRows(server, seller, plan)
    expect(ownRow).toMatchObject({
      action: 'held',
      changes: [],
      errors: [{ message: 'The file says that this car is sold.' }],
    })
    expect(otherRow).toMatchObject({ action: 'held', name: 'Audi A6', stockNo: 'S2', changes: [] })
  })

  it('become sold elsewhere if the seller chooses that, which can be reverted', async () => {
    const seller = await newSeller()
    const carID = await buildCar(server.ctx, seller.id, { stock_no: 'S1' })
    await buildCar(server.ctx, seller.id, { stock_no: 'S4', state: 'draft', listed_at: null })
    const plan = await answer(seller, await readFile(server, seller, file), { sold: 'sold-elsewhere' })
    expect(plan).toMatchObject({
      counts: { create: 1, update: 1, held: 2 },
      questions: { sold: { rows: 3, answer: 'sold-elsewhere' } },
    })
    const rows = await fetchImportRows(server, seller, plan)
    expect(rows[0]).toMatchObject({ action: 'update', soldElsewhere: true, changes: [] })
    expect(rows.map(({ errors }) => errors[0]?.message)).toEqual([
      undefined,
      'The file says that this car is sold, and it isn’t one of yours.',
      undefined,
      'The file says that this car is sold, and yours is a draft.',
    ])
    const { changeSetID } = await apply(server, seller, plan)
    const sold = () =>
      server.ctx.db
        .selectFrom('cars')
        .select(['state', 'elsewhere_on', 'elsewhere_price_minor', 'price_minor'])
        .where('id', '=', carID)
        .executeTakeFirstOrThrow()
    const soldAfter = await sold()
    expect(soldAfter).toMatchObject({
      state: 'sold-elsewhere',
      elsewhere_on: server.ctx.now().toISOString().slice(0, 10),
      elsewhere_price_minor: soldAfter.price_minor,
    })
    await call(server.url, 'revertChangeSet', {
      token: seller.token,
      params: { id: changeSetID! },
      body: {},
    })
    expect(await sold()).toMatchObject({ state: 'instock', elsewhere_on: null })
  })

  it.each([
    { state: 'OH' },
    { availability: 'in stock' },
    { status: 'Active' },
    { available: 'yes' },
    { sold: 'no' },
    { status: '' },
  ])('exclude rows with %j', async (cell) => {
    const { row } = await planCar(server, await newSeller(), {
      stock: 'S1',
      make: 'Audi',
      model: 'A4',
      ...(cell as unknown as Record<string, string>),
    })
    expect(row.action).toBe('create')
  })
})

describe('a file without make and model', () => {
  const vin = '1HGCM82633A004352'

  it('takes make, model, and year from the VIN, and marks them as decoded', async () => {
    const seller = await newSeller()
    const { plan, row } = await planCar(server, seller, { vin, price: '9000' })
    expect(row).toMatchObject({ action: 'create', name: '2003 Honda Accord' })
    const decodedFields = row.changes
      .filter((change) => change.decoded)
      .map(({ field, after }) => [field, after])
    expect(Object.fromEntries(decodedFields)).toEqual({ make: 'Honda', modelName: 'Accord', year: '2003' })
    await apply(server, seller, plan)
    expect((await fetchExport(server, seller)).cars).toMatchObject([
      { make: 'Honda', model_name: 'Accord', year: '2003' },
    ])
  })

  it('takes precedence over the VIN in the columns that it has', async () => {
    const { row } = await planCar(server, await newSeller(), {
      vin,
      make: '',
      model: 'Accord EX',
      year: '2004',
    })
    expect(row).toMatchObject({ action: 'error', errors: [{ message: 'A new car needs a make.' }] })
  })

  it('does not change an existing car', async () => {
    const seller = await newSeller()
    await buildCar(server.ctx, seller.id, { vin, stock_no: 'S1', year: null })
    expect((await planCar(server, seller, { vin, stock: 'S1' })).row.action).toBe('unchanged')
  })
})
