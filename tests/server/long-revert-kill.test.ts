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

function count(query: string): number {
  const sqlite = new Sqlite(databaseFile, { readonly: true, timeout: 5000 })
  try {
    return Number(sqlite.prepare(query).pluck().get() ?? 0)
  } finally {
    sqlite.close()
  }
}

async function untilMoreThan(query: string, minimum: number): Promise<void> {
  await vi.waitFor(() => expect(count(query)).toBeGreaterThan(minimum), { timeout: 60_000, interval: 1 })
}

it(
  'completes a revert and its undo as if uninterrupted although the server is killed',
  async () => {
    const firstServer = await startTestServer({ env })
    const seller = await buildPerson(firstServer.ctx, { account: 'seller' })
    const { id, token } = seller
    const set = await addImportedCars(firstServer.ctx, seller, CARS)
    await firstServer.close()
    const countShown = `select count(*) from cars where seller_id = '${id}' and hidden_at is null`

    const reverting = await startChild()
    const { status, body } = await call<Reverted>(reverting.url, 'revertChangeSet', {
      token,
      params: { id: set },
      body: {},
    })
    expect(status).toBe(202)
    await untilMoreThan('select done from job_reverts', 0)
    await reverting.kill()
    expect(count(countShown)).toBeGreaterThan(0)
    expect(count(countShown)).toBeLessThan(CARS)

    const middleServer = await startTestServer({ env })
    await middleServer.ctx.longReverts.idle()
    expect(count(countShown)).toBe(0)
    const readSet = (url: string) => call<ChangeSet>(url, 'getChangeSet', { token, params: { id: set } })
    expect((await readSet(middleServer.url)).body).toMatchObject({
      revertedCount: CARS,
      revert: { state: 'reverted', done: CARS, reverted: CARS, stayedCount: 0, undoId: body.undoId },
    })
    await middleServer.close()

    const undoing = await startChild()
    const undoResponse = await call(undoing.url, 'undo', { token, params: { id: body.undoId! } })
    expect(undoResponse.status).toBe(202)
    await untilMoreThan(countShown, 0)
    await undoing.kill()
    expect(count(countShown)).toBeLessThan(CARS)

    const lastServer = await startTestServer({ env })
    await lastServer.ctx.longReverts.idle()
    expect(count(countShown)).toBe(CARS)
    expect((await readSet(lastServer.url)).body).toMatchObject({
      revertedCount: 0,
      revert: { state: 'undone', done: CARS },
    })
    expect(await replayLedger(lastServer.ctx.db)).toEqual(await readCarFields(lastServer.ctx.db))
    await lastServer.close()
  },
  TIMEOUT,
)

it(
  'removes all cars of a deleted account in one change set although the server is killed',
  async () => {
    const firstServer = await startTestServer({ env })
    const seller = await buildPerson(firstServer.ctx, { account: 'seller' })
    await addImportedCars(firstServer.ctx, seller, CARS)
    await firstServer.close()
    const countRemaining = `select count(*) from cars where seller_id = '${seller.id}' and state <> 'withdrawn'`

    const deleting = await startChild()
    const respond = call(deleting.url, 'deleteMe', { token: seller.token }).catch((error: unknown) => error)
    await untilMoreThan('select count(*) from job_erasures', 0)
    await deleting.kill()
    expect(await respond).toBeInstanceOf(Error)
    expect(count(countRemaining)).toBeGreaterThan(0)

    const lastServer = await startTestServer({ env })
    await lastServer.ctx.erasures.idle()
    expect(count(countRemaining)).toBe(0)
    expect(count('select count(*) from job_erasures')).toBe(0)
    const sets = await lastServer.ctx.db
      .selectFrom('change_sets')
      .select('count')
      .where('actor', '=', seller.id)
      .where('kind', '=', 'delete-account')
      .execute()
    expect(sets).toEqual([{ count: CARS + 1 }])
    expect(await replayLedger(lastServer.ctx.db)).toEqual(await readCarFields(lastServer.ctx.db))
    await lastServer.close()
  },
  TIMEOUT,
)
