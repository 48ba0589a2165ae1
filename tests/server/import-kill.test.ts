import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterAll, expect, it, vi } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { csvOf, exportOf, lookAt, readFile } from '../support/imports.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { startTestServer } from '../support/server.ts'

/** `npm run test:full` raises this. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 4)
const ROWS = 90 * (KILLS + 1)
/** Of a turn of twenty rows; its commit is somewhere in it. */
const TURN_MS = 15

const folder = mkdtempSync(join(tmpdir(), 'kerblight-import-'))
const databaseFile = join(folder, 'kerblight.db')
const env = { DATABASE_URL: `file:${databaseFile}`, DATA_DIR: folder }
let child: ChildProcess | undefined
afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The server as it is run, on a port of its own: it goes on with what it finds. */
const program = `
  import { loadConfig } from '${join(root, 'server/config.ts')}'
  import { startServer } from '${join(root, 'server/main.ts')}'
  await startServer({ ...loadConfig(), port: 0 })`

function startProcess(): ChildProcess {
  const { PATH, HOME } = process.env
  child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH, HOME, LOG_LEVEL: 'silent', ...env },
    stdio: 'ignore',
  })
  return child
}

/** How many rows are in, as another process reads it. */
function rowsIn(): number {
  const sqlite = new Sqlite(databaseFile, { readonly: true, timeout: 5000 })
  try {
    return (sqlite.prepare('select max(done) as done from imports').get() as { done: number }).done
  } finally {
    sqlite.close()
  }
}

it(
  'an import whose server is killed again and again ends as if it had not been',
  async () => {
    const first = await startTestServer({ env })
    const seller = await buildPerson(first.ctx, { account: 'seller' })
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      stock: `S${at}`,
      make: 'Kia',
      model: 'Rio',
      price: '9,000',
    }))
    for (const { stock } of rows.slice(0, ROWS / 2)) await buildCar(first.ctx, seller.id, { stock_no: stock })
    const plan = await readFile(first, seller, csvOf(rows))
    // The first turn may run before the server stops: what counts is that the processes go on with the rest.
    await call(first.url, 'applyImport', { token: seller.token, params: { id: plan._id }, body: {} })
    await first.close()

    expect(rowsIn()).toBeLessThan(ROWS)
    for (let kill = 0; kill < KILLS; kill++) {
      const before = rowsIn()
      const running = startProcess()
      await vi.waitFor(() => expect(rowsIn()).toBeGreaterThan(Math.min(before, ROWS - 1)), {
        timeout: 60_000,
        interval: 1,
      })
      await setTimeout(Math.random() * TURN_MS)
      running.kill('SIGKILL')
      await once(running, 'exit')
    }

    const last = await startTestServer({ env })
    await last.ctx.imports.idle()
    const done = await lookAt(last, seller, plan._id)
    expect(done).toMatchObject({ state: 'applied', counts: { create: ROWS / 2, update: ROWS / 2, error: 0 } })
    const { cars, text } = await exportOf(last, seller)
    expect(cars.map((car) => car.stock_number).toSorted()).toEqual(rows.map(({ stock }) => stock).toSorted())
    expect(new Set(cars.map((car) => `${car.make} ${car.model_name} ${car.price}`))).toEqual(
      new Set(['Kia Rio 9,000']),
    )
    const set = await call(last.url, 'getChangeSet', {
      token: seller.token,
      params: { id: done.changeSetID! },
    })
    expect(set.body).toMatchObject({ kind: 'import', count: ROWS })
    expect(await replayLedger(last.ctx.db)).toEqual(await readCarFields(last.ctx.db))
    expect((await readFile(last, seller, text)).counts.unchanged).toBe(ROWS)
    await last.close()
  },
  120_000 + KILLS * 10_000,
)
