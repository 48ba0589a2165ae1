import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import sharp from 'sharp'
import { afterAll, expect, it, vi } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import type { WebPhotos } from '../../server/gateways/web-photos/web-photos.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { formatCsv, fetchExport, fetchImport, readFile } from '../support/imports.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { startTestServer } from '../support/server.ts'

/** Number of kills. `npm run test:full` raises it. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 2)
const ROWS = 90 * (KILLS + 1)
/**
 * The duration of a batch of twenty rows in milliseconds. The batch is committed at some point within this
 * time.
 */
const TURN_MS = 15

const PHOTO_KILLS = Math.max(1, KILLS / 10)
const PHOTO_ROWS = 8 * (PHOTO_KILLS + 1)
/** The time to fetch a row's photos, in milliseconds. */
const PHOTOS_MS = 60

const folder = mkdtempSync(join(tmpdir(), 'kerblight-import-'))
const databaseFile = join(folder, 'kerblight.db')
const env = { DATABASE_URL: `file:${databaseFile}`, DATA_DIR: folder }
let child: ChildProcess | undefined
afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/**
 * The server as in production, on a free port. It continues unfinished work. Each photo's URL contains its
 * color.
 */
const program = `
  import sharp from 'sharp'
  import { loadConfig } from '${join(root, 'server/config/config.ts')}'
  import { startServer } from '${join(root, 'server/main.ts')}'
  const fetchPhoto = (address) =>
    sharp({ create: { width: 64, height: 48, channels: 3, background: '#' + new URL(address).pathname.slice(1) } })
      .jpeg().toBuffer()
  await startServer({ ...loadConfig(), port: 0 }, { context: { webPhotos: { fetchPhoto } } })`

/** Runs the server until it has made some progress, then kills it at a random moment. */
async function killAmid(turnMs: number, rows: number): Promise<void> {
  const rowsBefore = rowsIn()
  const { PATH, HOME } = process.env
  const running = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { PATH, HOME, LOG_LEVEL: 'silent', ...env },
    stdio: 'ignore',
  })
  child = running
  await vi.waitFor(() => expect(rowsIn()).toBeGreaterThan(Math.min(rowsBefore, rows - 1)), {
    timeout: 60_000,
    interval: 1,
  })
  await setTimeout(Math.random() * turnMs)
  running.kill('SIGKILL')
  await once(running, 'exit')
}

/** Reads the newest import's number of completed rows from a separate connection. */
function rowsIn(): number {
  const sqlite = new Sqlite(databaseFile, { readonly: true, timeout: 5000 })
  try {
    const newest = sqlite.prepare('select done from imports order by created_at desc limit 1').get()
    return (newest as { done: number }).done
  } finally {
    sqlite.close()
  }
}

it(
  'completes an import as if uninterrupted although the server is killed repeatedly',
  async () => {
    const firstServer = await startTestServer({ env })
    const seller = await buildPerson(firstServer.ctx, { account: 'seller' })
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      stock: `S${index}`,
      make: 'Kia',
      model: 'Rio',
      price: '9,000',
    }))
    for (const { stock } of rows.slice(0, ROWS / 2))
      await buildCar(firstServer.ctx, seller.id, { stock_no: stock })
    const plan = await readFile(firstServer, seller, formatCsv(rows))
    // The first batch may run before the server stops. All that matters is that later processes continue with
    // the remaining rows.
    await call(firstServer.url, 'applyImport', { token: seller.token, params: { id: plan._id }, body: {} })
    await firstServer.close()

    expect(rowsIn()).toBeLessThan(ROWS)
    for (let kill = 0; kill < KILLS; kill++) await killAmid(TURN_MS, ROWS)

    const lastServer = await startTestServer({ env })
    await lastServer.ctx.imports.idle()
    const appliedPlan = await fetchImport(lastServer, seller, plan._id)
    expect(appliedPlan).toMatchObject({
      state: 'applied',
      counts: { create: ROWS / 2, update: ROWS / 2, error: 0 },
    })
    const { cars, text } = await fetchExport(lastServer, seller)
    expect(cars.map((car) => car.stock_number).toSorted()).toEqual(rows.map(({ stock }) => stock).toSorted())
    expect(new Set(cars.map((car) => `${car.make} ${car.model_name} ${car.price}`))).toEqual(
      new Set(['Kia Rio 9,000']),
    )
    const set = await call(lastServer.url, 'getChangeSet', {
      token: seller.token,
      params: { id: appliedPlan.changeSetID! },
    })
    expect(set.body).toMatchObject({ kind: 'import', count: ROWS })
    expect(await replayLedger(lastServer.ctx.db)).toEqual(await readCarFields(lastServer.ctx.db))
    expect((await readFile(lastServer, seller, text)).counts.unchanged).toBe(ROWS)
    await lastServer.close()
  },
  120_000 + KILLS * 10_000,
)

const unresponsivePhotos: WebPhotos = {
  fetchPhoto: (_, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
}
const photos: WebPhotos = {
  fetchPhoto: (address) => {
    const background = `#${new URL(address).pathname.slice(1)}`
    return sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer()
  },
}

/** Returns one of 216 colors that remain distinct in any format. */
function colorAt(index: number): string {
  const [red, green, blue] = [index % 6, Math.floor(index / 6) % 6, Math.floor(index / 36)].map(
    (step) => step * 40,
  )
  return Buffer.from([red!, green!, blue!]).toString('hex')
}

it(
  'adds each photo once although the server is killed while fetching photos',
  async () => {
    const firstServer = await startTestServer({ env, context: { webPhotos: unresponsivePhotos } })
    const seller = await buildPerson(firstServer.ctx, { account: 'seller' })
    const { token } = seller
    await call(firstServer.url, 'setPictureHosts', { token, body: { hosts: ['photos.example.com'] } })
    const address = (color: string) => `https://photos.example.com/${color}`
    const rows = Array.from({ length: PHOTO_ROWS }, (_, index) => ({
      stock: `P${index}`,
      make: 'Kia',
      model: 'Rio',
      // The second photo is the same for all cars.
      pics: `${address(colorAt(index))} ${address('ffffff')}`,
    }))
    const plan = await readFile(firstServer, seller, formatCsv(rows))
    await call(firstServer.url, 'applyImport', { token, params: { id: plan._id }, body: {} })
    await vi.waitFor(() => expect(rowsIn()).toBe(PHOTO_ROWS), { timeout: 60_000 })
    await firstServer.close()

    for (let kill = 0; kill < PHOTO_KILLS; kill++) await killAmid(PHOTOS_MS, 2 * PHOTO_ROWS)

    const lastServer = await startTestServer({ env, context: { webPhotos: photos } })
    await lastServer.ctx.imports.idle()
    const appliedPlan = await fetchImport(lastServer, seller, plan._id)
    expect(appliedPlan).toMatchObject({
      state: 'applied',
      counts: { create: PHOTO_ROWS, error: 0 },
      warnings: 0,
    })
    const { cars } = await fetchExport(lastServer, seller)
    expect(cars.map((car) => car.stock_number).toSorted()).toEqual(rows.map(({ stock }) => stock).toSorted())
    const pictures = await lastServer.ctx.db
      .selectFrom('car_pictures')
      .innerJoin('cars', 'cars.id', 'car_pictures.car_id')
      .select(['car_id', 'position', 'url'])
      .where('seller_id', '=', seller.id)
      .execute()
    const photosAt = (index: number) =>
      pictures.filter(({ position }) => position === index).map(({ url }) => url)
    expect(pictures).toHaveLength(2 * PHOTO_ROWS)
    expect(new Set(photosAt(0)).size).toBe(PHOTO_ROWS)
    expect(new Set(photosAt(1)).size).toBe(1)
    const set = await call(lastServer.url, 'getChangeSet', {
      token,
      params: { id: appliedPlan.changeSetID! },
    })
    expect(set.body).toMatchObject({ kind: 'import', count: PHOTO_ROWS })
    expect(await replayLedger(lastServer.ctx.db)).toEqual(await readCarFields(lastServer.ctx.db))
    await lastServer.close()
  },
  120_000 + PHOTO_KILLS * 20_000,
)
