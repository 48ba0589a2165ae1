import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, expect, it, vi } from 'vitest'
import { root } from '../../scripts/lib/root.ts'
import type { ChangeSet, Reverted } from '../../contract/cars/car-changes.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import { addImportedCars } from '../support/imports.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { startTestServer } from '../support/server.ts'

const CARS = 1500
const TIMEOUT = 120_000

const folder = mkdtempSync(join(tmpdir(), 'kerblight-revert-'))
const databaseFile = join(folder, 'kerblight.db')
const env = { DATABASE_URL: `file:${databaseFile}`, DATA_DIR: folder }
let child: ChildProcess | undefined
afterAll(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The server as in production, on a free port. It prints its URL. */
const program = `
  import { loadConfig } from '${join(root, 'server/config/config.ts')}'
  import { startServer } from '${join(root, 'server/main.ts')}'
  const { url } = await startServer({ ...loadConfig(), port: 0 })
  process.stdout.write(url)`

async function startChild(): Promise<{ url: string; kill(): Promise<void> }> {
  const { PATH, HOME } = process.env
  const running = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { PATH, HOME, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child = running
  const [url] = (await once(running.stdout, 'data')) as [Buffer]
  return {
    url: String(url),
    async kill() {
      running.kill('SIGKILL')
      await once(running, 'exit')
    },
  }
}

/** Reads one number from the database as another process would. */
function count(query: string): number {
  const sqlite = new Sqlite(databaseFile, { readonly: true, timeout: 5000 })
  try {
    return Number(sqlite.prepare(query).pluck().get() ?? 0)
  } finally {
    sqlite.close()
  }
}

async function untilMoreThan(query: string, least: number): Promise<void> {
  await vi.waitFor(() => expect(count(query)).toBeGreaterThan(least), { timeout: 60_000, interval: 1 })
}

it(
  'completes a revert and its undo as if uninterrupted although the server is killed',
  async () => {
    const first = await startTestServer({ env })
    const seller = await buildPerson(first.ctx, { account: 'seller' })
    const { id, token } = seller
    const set = await addImportedCars(first.ctx, seller, CARS)
    await first.close()
    const shown = `select count(*) from cars where seller_id = '${id}' and hidden_at is null`

    const reverting = await startChild()
    const { status, body } = await call<Reverted>(reverting.url, 'revertChangeSet', {
      token,
      params: { id: set },
      body: {},
    })
    expect(status).toBe(202)
    await untilMoreThan('select done from job_reverts', 0)
    await reverting.kill()
    expect(count(shown)).toBeGreaterThan(0)
    expect(count(shown)).toBeLessThan(CARS)

    const middle = await startTestServer({ env })
    await middle.ctx.longReverts.idle()
    expect(count(shown)).toBe(0)
    const look = (url: string) => call<ChangeSet>(url, 'getChangeSet', { token, params: { id: set } })
    expect((await look(middle.url)).body).toMatchObject({
      revertedCount: CARS,
      revert: { state: 'reverted', done: CARS, reverted: CARS, stayedCount: 0, undoId: body.undoId },
    })
    await middle.close()

    const undoing = await startChild()
    const undone = await call(undoing.url, 'undo', { token, params: { id: body.undoId! } })
    expect(undone.status).toBe(202)
    await untilMoreThan(shown, 0)
    await undoing.kill()
    expect(count(shown)).toBeLessThan(CARS)

    const last = await startTestServer({ env })
    await last.ctx.longReverts.idle()
    expect(count(shown)).toBe(CARS)
    expect((await look(last.url)).body).toMatchObject({
      revertedCount: 0,
      revert: { state: 'undone', done: CARS },
    })
    expect(await replayLedger(last.ctx.db)).toEqual(await readCarFields(last.ctx.db))
    await last.close()
  },
  TIMEOUT,
)

it(
  'removes all cars of a deleted account in one change set although the server is killed',
  async () => {
    const first = await startTestServer({ env })
    const seller = await buildPerson(first.ctx, { account: 'seller' })
    await addImportedCars(first.ctx, seller, CARS)
    await first.close()
    const left = `select count(*) from cars where seller_id = '${seller.id}' and state <> 'withdrawn'`

    const deleting = await startChild()
    const respond = call(deleting.url, 'deleteMe', { token: seller.token }).catch((error: unknown) => error)
    await untilMoreThan('select count(*) from job_erasures', 0)
    await deleting.kill()
    expect(await respond).toBeInstanceOf(Error)
    expect(count(left)).toBeGreaterThan(0)

    const last = await startTestServer({ env })
    await last.ctx.erasures.idle()
    expect(count(left)).toBe(0)
    expect(count('select count(*) from job_erasures')).toBe(0)
    const sets = await last.ctx.db
      .selectFrom('change_sets')
      .select('count')
      .where('actor', '=', seller.id)
      .where('kind', '=', 'delete-account')
      .execute()
    expect(sets).toEqual([{ count: CARS + 1 }])
    expect(await replayLedger(last.ctx.db)).toEqual(await readCarFields(last.ctx.db))
    await last.close()
  },
  TIMEOUT,
)
