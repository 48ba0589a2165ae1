import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyNextBatch } from '../../server/features/imports/apply-import.ts'
import { createImportRunner } from '../../server/features/imports/import-runner.ts'
import { importFile, importFolder, readingMark } from '../../server/features/imports/import-files.ts'
import { findImport, rememberHeaders } from '../../server/features/imports/import.repository.ts'
import type { PlanResponse } from '../../server/features/imports/plan/plan-messages.ts'
import { readerLimits, startPlanProcess } from '../../server/features/imports/plan/plan-process.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildImport, buildPerson, type CarOverrides, type Person } from '../support/factories.ts'
import { apply, formatCsv, fetchExport, fetchImport, readFile, fetchImportRows } from '../support/imports.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let ticks = Date.now()
beforeAll(async () => {
  // The clock advances on each read, so no two events happen at the same time.
  server = await startTestServer({ context: { now: () => new Date(ticks++) } })
})
afterAll(() => server.close())

const newSeller = () => buildPerson(server.ctx, { account: 'seller' })
const carOf = (seller: Person, fields: CarOverrides) => buildCar(server.ctx, seller.id, fields)
const newCars = (count: number, fields: Record<string, string> = {}) =>
  Array.from({ length: count }, (_, index) => ({ stock: `N${index}`, make: 'Kia', model: 'Rio', ...fields }))

it('a new car gets the location and phone of the newest car from before the import, in each batch', async () => {
  const seller = await newSeller()
  await carOf(seller, { stock_no: 'S1', location: 'Boise', contact: '555-0199' })
  const cars = newCars(46, { location: '', phone: '' })
  const file = formatCsv(
    cars.map((car, index) => (index === 19 ? { ...car, location: 'Reno', phone: '555-0100' } : car)),
  )
  await apply(server, seller, await readFile(server, seller, file))
  const placesAndPhones = (await fetchExport(server, seller)).cars.map(
    ({ location, phone }) => `${location} ${phone}`,
  )
  expect(placesAndPhones.filter((placeAndPhone) => placeAndPhone === 'Boise 555-0199')).toHaveLength(46)
})

describe('a car on the lot', () => {
  it('is not missing if a row with errors names it, even as one of two cars', async () => {
    const seller = await newSeller()
    const vin = '1HGCM82633A004352'
    await carOf(seller, { stock_no: 'S1', vin })
    await carOf(seller, { stock_no: 'S2' })
    await carOf(seller, { stock_no: 'S3' })
    const plan = await readFile(server, seller, formatCsv([{ stock: 'S2', vin, price: '9,000' }]))
    expect(plan).toMatchObject({ counts: { error: 1 }, missing: 1, onLot: 3 })
  })

  it('is not missing if it was listed after the file was uploaded', async () => {
    const seller = await newSeller()
    await carOf(seller, { stock_no: 'S1' })
    const plan = await readFile(server, seller, formatCsv([{ stock: 'S1' }]))
    const laterCar = await carOf(seller, {
      stock_no: 'S2',
      posted_at: new Date(ticks + 60_000).toISOString(),
    })
    expect((await fetchImport(server, seller, plan._id)).missing).toBe(0)
    await apply(server, seller, plan, { missing: 'off-lot', missingCount: 1 })
    const { body } = await call(server.url, 'getCar', { token: seller.token, params: { id: laterCar } })
    expect(body).toMatchObject({ available: 'instock' })
  })
})

describe('an import by an admin who loses the role', () => {
  const applyAfter = async (account: 'buyer' | 'seller') => {
    const owner = await buildPerson(server.ctx, { account, role: 'admin' })
    const plan = await readFile(server, owner, formatCsv(newCars(60)))
    await server.ctx.db
      .updateTable('imports')
      .set({ state: 'applying', applying_at: new Date(ticks++).toISOString(), done: 0, total: 60 })
      .where('id', '=', plan._id)
      .execute()
    await applyNextBatch(server.ctx, (await findImport(server.ctx.db, plan._id))!)
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const revocation = await call(server.url, 'revokeAdmin', {
      token: admin.token,
      params: { id: owner.id },
    })
    expect(revocation.status).toBe(200)
    server.ctx.imports.wake()
    await server.ctx.imports.idle()
    const { state, message, done } = (await findImport(server.ctx.db, plan._id))!
    return { state, message, done }
  }

  it('stops at the next batch and explains why', async () => {
    const { state, message, done } = await applyAfter('buyer')
    expect([state, done < 60]).toEqual(['failed', true])
    expect(message).toContain('can’t import cars anymore')
  })

  it('continues for a seller', async () => {
    expect(await applyAfter('seller')).toMatchObject({ state: 'applied', done: 60 })
  })
})

it('imports of several sellers take turns', async () => {
  const [bigSeller, smallSeller] = [await newSeller(), await newSeller()]
  const files = [
    await readFile(server, bigSeller, formatCsv(newCars(100))),
    await readFile(server, bigSeller, formatCsv(newCars(9))),
  ]
  const smallSellerPlan = await readFile(server, smallSeller, formatCsv(newCars(30)))
  for (const { _id } of [...files, smallSellerPlan])
    await server.ctx.db
      .updateTable('imports')
      .set({ state: 'applying', applying_at: new Date(ticks++).toISOString(), done: 0, total: 100 })
      .where('id', '=', _id)
      .execute()
  server.ctx.imports.wake()
  await server.ctx.imports.idle()
  const postedBy = async ({ id }: Person) => {
    const rows = await server.ctx.db
      .selectFrom('cars')
      .select('posted_at')
      .where('seller_id', '=', id)
      .orderBy('posted_at')
      .execute()
    return rows.map((row) => row.posted_at)
  }
  const [bigSellerTimes, smallSellerTimes] = [await postedBy(bigSeller), await postedBy(smallSeller)]
  expect([bigSellerTimes.length, smallSellerTimes.length]).toEqual([100, 30])
  expect(bigSellerTimes.filter((time) => time < smallSellerTimes.at(-1)!).length).toBeLessThanOrEqual(40)
})

it('the time left counts from the first turn, not from the wait for it', async () => {
  const seller = await newSeller()
  const secondsAgo = (seconds: number) => new Date(ticks - seconds * 1000).toISOString()
  const applying = { state: 'applying', applying_at: secondsAgo(3600), done: 10, total: 20 } as const
  const startedImport = await buildImport(server.ctx, seller.id, null, {
    ...applying,
    began_at: secondsAgo(10),
  })
  expect((await fetchImport(server, seller, startedImport)).progress).toMatchObject({
    secondsLeft: expect.closeTo(10, -1),
  })
  const waitingImportId = await buildImport(server.ctx, seller.id, null, {
    ...applying,
    done: 0,
    began_at: null,
  })
  expect((await fetchImport(server, seller, waitingImportId)).progress).toMatchObject({ secondsLeft: null })
})

it('the remaining time excludes idle periods, such as an outage', async () => {
  const seller = await newSeller()
  const plan = await readFile(server, seller, formatCsv(newCars(40)))
  const secondsAgo = (seconds: number) => new Date(ticks - seconds * 1000).toISOString()
  const stopped = { done: 20, total: 60, began_at: secondsAgo(7300), progress_at: secondsAgo(7200) }
  await server.ctx.db
    .updateTable('imports')
    .set({ state: 'applying', applying_at: secondsAgo(7300), ...stopped })
    .where('id', '=', plan._id)
    .execute()
  const readSecondsLeft = async () => (await fetchImport(server, seller, plan._id)).progress?.secondsLeft
  expect(await readSecondsLeft()).toBeCloseTo(200, -1)
  const job = (await findImport(server.ctx.db, plan._id))!
  await applyNextBatch(server.ctx, job)
  expect(await readSecondsLeft()).toBeLessThan(200)
})

it('reports an internal error as our own, not as an error in the file', async () => {
  const seller = await newSeller()
  const { _id } = await readFile(server, seller, formatCsv(newCars(1)))
  await server.ctx.db.updateTable('imports').set({ state: 'reading' }).where('id', '=', _id).execute()
  const db = new Proxy(server.ctx.db, {
    get: (target, name) =>
      name === 'transaction'
        ? () => {
            throw new Error('The disk is full.')
          }
        : (target[name as 'updateTable'] as () => unknown).bind(target),
  })
  const runner = createImportRunner(() => ({ ...server.ctx, db }))
  runner.wake()
  await runner.idle()
  const failed = await fetchImport(server, seller, _id)
  expect([failed.state, failed.message]).toEqual(['failed', expect.stringContaining('on our end')])
})

describe('reading a file', () => {
  /**
   * Creates an import whose spreadsheet is waiting to be parsed. `write` receives the path and creates the
   * spreadsheet.
   */
  async function waitingImport(seller: Person, write: (file: string) => void): Promise<string> {
    const id = await buildImport(server.ctx, seller.id, null, { state: 'reading' })
    mkdirSync(importFolder(server.ctx.config), { recursive: true })
    write(importFile(server.ctx.config, id))
    return id
  }
  const writeCsv = (file: string) => writeFileSync(file, formatCsv(newCars(3)))
  /** Creates a named pipe. Reading it ends only when the test writes to it. */
  const makePipe = (file: string) => void execFileSync('mkfifo', [file])
  const markOf = (id: string) => readingMark(importFile(server.ctx.config, id))

  async function run(limits: Partial<typeof readerLimits> = {}): Promise<void> {
    const runner = createImportRunner(
      () => server.ctx,
      () => startPlanProcess({ ...readerLimits, ...limits }),
    )
    runner.wake()
    await runner.idle()
  }

  it('delays only its seller, while files of other sellers are read', async () => {
    const [slowSeller, quickSeller] = [await newSeller(), await newSeller()]
    const files = [await waitingImport(slowSeller, makePipe), await waitingImport(slowSeller, makePipe)]
    server.ctx.imports.wake()
    // The server is already parsing the first spreadsheet when the other seller uploads one.
    await expect.poll(() => existsSync(markOf(files[0]!)), { timeout: 20_000 }).toBe(true)
    const body = new FormData()
    body.set('file', new Blob([formatCsv(newCars(3))]), 'cars.csv')
    const { body: added } = await call<{ _id: string }>(server.url, 'addImport', {
      token: quickSeller.token,
      body,
    })
    const stateOf = async (person: Person, id: string) => (await fetchImport(server, person, id)).state
    await expect.poll(() => stateOf(quickSeller, added._id), { timeout: 20_000 }).toBe('ready')
    for (const id of files) expect(await stateOf(slowSeller, id)).toBe('reading')
    for (const id of files) await writeFile(importFile(server.ctx.config, id), formatCsv(newCars(3)))
    await server.ctx.imports.idle()
    for (const id of files) expect(await stateOf(slowSeller, id)).toBe('ready')
  })

  it('ends after the time limit, with instructions', async () => {
    const seller = await newSeller()
    const id = await waitingImport(seller, makePipe)
    await run({ fileMs: 50 })
    expect(await fetchImport(server, seller, id)).toMatchObject({
      state: 'failed',
      message:
        'Reading “cars.csv” takes too long. Save it as CSV, split it into smaller files, and upload those.',
    })
  })

  it('ends at the memory limit, and is not retried', async () => {
    const seller = await newSeller()
    const wideCsv = `stock,make,description\n${`S,Kia,${'x'.repeat(5000)}\n`.repeat(18_000)}`
    const id = await waitingImport(seller, (file) => writeFileSync(file, wideCsv))
    const otherSeller = await newSeller()
    const smallPlan = await waitingImport(otherSeller, writeCsv)
    await run({ memoryMb: 160 })
    expect((await fetchImport(server, otherSeller, smallPlan)).state).toBe('ready')
    const failed = {
      state: 'failed',
      message: 'We couldn’t read “cars.csv”. Save it as CSV, split it into smaller files, and upload those.',
    }
    expect(await fetchImport(server, seller, id)).toMatchObject(failed)
    await run()
    expect(await fetchImport(server, seller, id)).toMatchObject(failed)
  })

  it.each([
    [1, 'ready'],
    [2, 'failed'],
  ])('has this state after %i crashes of the server: %s', async (times, state) => {
    const seller = await newSeller()
    const id = await waitingImport(seller, writeCsv)
    writeFileSync(markOf(id), '.'.repeat(times))
    await run()
    expect((await fetchImport(server, seller, id)).state).toBe(state)
    expect(existsSync(markOf(id))).toBe(false)
  })

  it('does not count as an attempt if it stops with the server', async () => {
    const seller = await newSeller()
    const id = await waitingImport(seller, makePipe)
    const runner = createImportRunner(() => server.ctx)
    runner.wake()
    await expect.poll(() => existsSync(markOf(id)), { timeout: 20_000 }).toBe(true)
    await runner.close()
    expect(existsSync(markOf(id))).toBe(false)
    rmSync(importFile(server.ctx.config, id))
    writeCsv(importFile(server.ctx.config, id))
    await run()
    expect((await fetchImport(server, seller, id)).state).toBe('ready')
  })

  it('accepts cells in any column that repeat a character 2,000 times', async () => {
    const seller = await newSeller()
    const columns = ['mileage', 'year', 'price', 'engine', 'photo_url', 'color', 'vin', 'phone']
    const cells = [`1${' '.repeat(2000)}!`, '1,'.repeat(1350), `http://a${' '.repeat(2600)}!`]
    const empty = Object.fromEntries(columns.map((column) => [column, '']))
    const cars = columns.flatMap((column) =>
      cells.map((cell, index) => ({
        stock: `${column}${index}`,
        make: 'Kia',
        model: 'Rio',
        ...empty,
        [column]: cell,
      })),
    )
    const plan = await readFile(server, seller, formatCsv(cars))
    expect(plan.state).toBe('ready')
    expect((await fetchImportRows(server, seller, plan)).map(({ line }) => line)).toEqual(
      cars.map((_, index) => index + 2),
    )
  })
})

describe('limits', () => {
  it('truncate column names, and store only the newest', async () => {
    const seller = await newSeller()
    const plan = await readFile(server, seller, formatCsv([{ stock: '1', ['x'.repeat(300)]: 'y' }]))
    expect(plan.columns[1]!.header).toHaveLength(200)
    const names = (start: number) =>
      Array.from({ length: 700 }, (_, index) => [`h${start + index}`, null] as const)
    for (const start of [0, 700])
      await rememberHeaders(server.ctx.db, seller.id, new Map(names(start)), server.ctx.now())
    const stored = await server.ctx.db
      .selectFrom('import_headers')
      .select('header')
      .where('user_id', '=', seller.id)
      .execute()
    expect(stored).toHaveLength(1000)
    expect(stored.map(({ header }) => header)).toEqual(
      expect.arrayContaining(names(700).map(([name]) => name)),
    )
  })

  it.each(['x', 1.5, 1e300])('reject a list of rows that begins at %s', async (start) => {
    const seller = await newSeller()
    const { _id } = await readFile(server, seller, formatCsv(newCars(1)))
    const cursor = Buffer.from(JSON.stringify([start, ''])).toString('base64url')
    const request = { token: seller.token, params: { id: _id }, query: { cursor } }
    const { body } = await call(server.url, 'listImportRows', request)
    expect(body).toMatchObject({ code: 'invalid-input', errors: [{ path: 'cursor' }] })
  })

  it('apply to the bytes per message from a process and per stored row', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kerblight-plan-'))
    const file = join(folder, 'cars.csv')
    const cells = (count: number) => Array.from({ length: count }, () => 'x'.repeat(20_000)).join(',')
    writeFileSync(file, `stock,make\n${Array(60).fill(cells(1)).join('\n')}\n${cells(40)}`)
    const plan = startPlanProcess()
    try {
      await plan.ask({ cars: [] })
      await plan.ask({
        read: {
          file,
          chosen: {},
          remembered: new Map(),
          makes: new Map(),
          values: [],
          encoding: null,
          sold: null,
          mileageUnit: null,
          pictureHosts: new Set(),
          now: Date.now(),
        },
      })
      const response = await plan.ask<Extract<PlanResponse, { rows: unknown }>>({ plan: 100 })
      expect(response.rows.length).toBeGreaterThan(5)
      expect(response.rows.length).toBeLessThan(20)
      const laterRows = []
      for (
        let rows = response.rows;
        rows.length > 0;
        rows = (await plan.ask<typeof response>({ plan: 100 })).rows
      )
        laterRows.push(...rows)
      expect(laterRows).toHaveLength(61)
      expect(laterRows.at(-1)).toMatchObject({ action: 'error', cells: [] })
    } finally {
      plan.end()
      rmSync(folder, { recursive: true })
    }
  })
})
