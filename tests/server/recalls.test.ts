import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CarRecalls } from '../../contract/recalls.ts'
import { loadConfig } from '../../server/config/config.ts'
import { loadRecalls } from '../../server/features/recalls/load-recalls.ts'
import { beginEdition } from '../../server/features/recalls/recall.repository.ts'
import { refreshRecalls } from '../../server/features/recalls/refresh-recalls.ts'
import { downloadFile } from '../../server/gateways/recalls/download-file.ts'
import { call } from '../support/api-client.ts'
import { runCommand } from '../support/command.ts'
import { buildCar, buildPerson, type CarOverrides, type Person } from '../support/factories.ts'
import { formatRecallLine, type RecallFields } from '../support/recalls.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const f150 = { category_name: 'Ford', model: 'F-150', model_name: 'F-150 XLT', year: 2019 }

let folder: string
let server: TestServer
let seller: Person
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerblight-recalls-'))
  server = await startTestServer()
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const sell = (fields: CarOverrides = {}) => buildCar(server.ctx, seller.id, { ...f150, ...fields })

async function recallsOf(id: string, token?: string): Promise<CarRecalls> {
  const { status, body } = await call<CarRecalls>(server.url, 'getCarRecalls', { params: { id }, token })
  expect(status).toBe(200)
  return body
}

const numbersOf = async (id: string) => (await recallsOf(id)).campaigns.map(({ number }) => number)

const textOf = (...lines: RecallFields[]) => lines.map((fields) => `${formatRecallLine(fields)}\r\n`).join('')

const repeat = (count: number, fields: RecallFields) => Array.from({ length: count }, () => fields)

function fileOf(text: string, name = 'FLAT_RCL.txt'): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const load = (...files: string[]) => loadRecalls(server.ctx.db, files, { now: server.ctx.now() })

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['recall_editions', 'recall_campaigns', 'recalls'] as const)
    counts[table] = (await server.ctx.db.selectFrom(table).selectAll().execute()).length
  return counts
}

const oneEach = { recall_editions: 1, recall_campaigns: 1, recalls: 1 }

describe('the recalls of a car', () => {
  it('are empty before a file is loaded', async () => {
    expect(await recallsOf(await sell())).toEqual({ count: 0, year: 2019, model: 'F-150', campaigns: [] })
  })

  it('contain each campaign of its make, model, and year once', async () => {
    await load(
      fileOf(
        textOf(
          {},
          { COMPNAME: 'SEAT BELTS:REAR' },
          { MODELTXT: 'F-150 SUPERCREW' },
          { CAMPNO: '20V902000', RCDATE: '20200110', COMPNAME: 'STEERING' },
          { CAMPNO: '18V903000', MODELTXT: 'F-1500' },
          { CAMPNO: '18V904000', YEARTXT: '2018' },
          { CAMPNO: '18V905000', MAKETXT: 'TOYOTA' },
          { CAMPNO: '18T906000', RCLTYPECD: 'T' },
        ),
      ),
    )
    const { campaigns, ...rest } = await recallsOf(await sell())
    expect(rest).toEqual({ count: 2, year: 2019, model: 'F-150' })
    expect(campaigns.map(({ number, component }) => [number, component])).toEqual([
      ['20V902000', 'STEERING'],
      ['19V901000', 'SEAT BELTS:FRONT:ANCHORAGE; SEAT BELTS:REAR'],
    ])
    expect(campaigns[1]).toMatchObject({
      summary: 'A bolt of the front seat belts may be loose.',
      consequence: 'A loose bolt may not restrain the passenger in a crash.',
      remedy: 'Dealers will tighten the bolt, free of charge.',
      reportedOn: '2019-03-15',
    })
  })

  it('are empty for a car without a model or a year', async () => {
    for (const fields of [{ model: null }, { year: null }])
      expect((await recallsOf(await sell(fields))).count).toBe(0)
  })

  it('are hidden like the car itself', async () => {
    const draft = await sell({ state: 'draft' })
    expect((await call(server.url, 'getCarRecalls', { params: { id: draft } })).status).toBe(404)
    expect((await recallsOf(draft, seller.token)).year).toBe(2019)
  })

  it('come from the cache until other recalls are loaded', async () => {
    const car = await sell()
    await recallsOf(car)
    const target = { name: 'getCarRecalls', key: car } as const
    expect(server.ctx.cache.find(target, 'stranger')).not.toBeNull()
    await load(fileOf(textOf({ CAMPNO: '21V907000' })))
    expect(server.ctx.cache.find(target, 'stranger')).toBeNull()
    expect(await numbersOf(car)).toEqual(['21V907000'])
  })
})

describe('a load of recalls', () => {
  let car: string
  beforeEach(async () => {
    car ??= await sell()
    await load(fileOf(textOf({})))
  })

  it('replaces all earlier recalls with the recalls of several files', async () => {
    const count = await load(
      fileOf(textOf({ CAMPNO: '09V901000' }), 'PRE.txt'),
      fileOf(textOf({ CAMPNO: '22V901000' }, { CAMPNO: '22V901000', YEARTXT: '2020' }), 'POST.txt'),
    )
    expect(count).toBe(2)
    expect(await countRows()).toEqual({ recall_editions: 1, recall_campaigns: 2, recalls: 3 })
  })

  it.each([
    [
      'a later line that is wrong',
      textOf(...repeat(1200, { CAMPNO: '22V901000' }), { YEARTXT: 'MMXX' }),
      'FLAT_RCL.txt: line 1201 has “MMXX” in the field YEARTXT',
    ],
    ['no lines', '', 'The file has no recalls of vehicles.'],
    ['no vehicles', textOf({ RCLTYPECD: 'E' }), 'The file has no recalls of vehicles.'],
  ])('is rejected for a file with %s, and changes nothing', async (_case, text, message) => {
    await expect(load(fileOf(text))).rejects.toThrow(message)
    expect(await countRows()).toEqual(oneEach)
    expect(await numbersOf(car)).toEqual(['19V901000'])
  })

  it('removes the rows that an interrupted load has left', async () => {
    await beginEdition(server.ctx.db, server.ctx.now())
    const orphan = {
      edition: 'gone',
      number: 1,
      make_key: 'FORD',
      year: 2019,
      model: 'F-150',
      campaign: '1',
      component: '',
    }
    await server.ctx.db.insertInto('recalls').values(orphan).execute()
    await load(fileOf(textOf({})))
    expect(await countRows()).toEqual(oneEach)
  })

  it('ends without changes when the server stops', async () => {
    const file = fileOf(textOf({ CAMPNO: '22V901000' }))
    const signal = AbortSignal.abort()
    await expect(loadRecalls(server.ctx.db, [file], { now: server.ctx.now(), signal })).rejects.toThrow()
    expect(await countRows()).toEqual(oneEach)
    expect(await numbersOf(car)).toEqual(['19V901000'])
  })

  it('remains published if the database fails afterward', async () => {
    let isPublished = false
    const failing = server.ctx.db.withPlugin({
      transformQuery({ node }) {
        if (isPublished && node.kind === 'SelectQueryNode') throw new Error('The database failed.')
        isPublished ||= node.kind === 'UpdateQueryNode'
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const file = fileOf(textOf({ CAMPNO: '22V901000' }))
    await expect(loadRecalls(failing, [file], { now: server.ctx.now() })).rejects.toThrow('failed')
    expect(await numbersOf(car)).toEqual(['22V901000'])
  })

  it('is rejected if another load starts before it ends', async () => {
    const file = fileOf(textOf(...repeat(2000, {})))
    const results = await Promise.allSettled([load(file), load(file)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await countRows()).toEqual({ recall_editions: 1, recall_campaigns: 1, recalls: 2000 })
  })
})

describe('the scheduled download', () => {
  let host: Server
  let answer: { status: number; text: string; isEndless?: boolean }
  let requests = 0
  const url = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}/FLAT_RCL.txt`
  const open = new AbortController().signal
  const refresh = (signal = open) =>
    refreshRecalls({ ...server.ctx, config: { ...server.ctx.config, recallsUrls: [url()] } }, signal)

  beforeAll(async () => {
    host = createServer((_request, response) => {
      requests++
      response.writeHead(answer.status, { Location: '/elsewhere' }).write(answer.text)
      if (!answer.isEndless) response.end()
    })
    await once(host.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => void host.close())
  beforeEach(async () => {
    await load(fileOf(textOf({})))
    requests = 0
  })

  it('waits for a week after a load', async () => {
    answer = { status: 200, text: textOf({ CAMPNO: '23V901000' }) }
    const car = await sell()
    await refresh()
    server.advance(6.9 * 24 * 3600)
    await refresh()
    expect(requests).toBe(0)
    server.advance(0.2 * 24 * 3600)
    await refresh()
    expect(requests).toBe(1)
    expect(await numbersOf(car)).toEqual(['23V901000'])
  })

  it('does not wait after a load with a wrong clock', async () => {
    answer = { status: 200, text: textOf({ CAMPNO: '23V901000' }) }
    const nextYear = new Date(server.ctx.now().getTime() + 365 * 24 * 3600_000)
    await loadRecalls(server.ctx.db, [fileOf(textOf({}))], { now: nextYear })
    await refresh()
    expect(requests).toBe(1)
  })

  it.each([
    [
      'an error',
      503,
      'Try later',
      /^The file could not be downloaded from 127\.0\.0\.1:\d+: it responded with 503/,
    ],
    ['a redirect', 302, '', /could not be downloaded/],
    ['another file', 200, '<!doctype html>', /line 1 has 1 field/],
  ])('keeps the earlier recalls after %s', async (_case, status, text, message) => {
    answer = { status, text }
    const car = await sell()
    server.advance(8 * 24 * 3600)
    await expect(refresh()).rejects.toThrow(message)
    expect(await numbersOf(car)).toEqual(['19V901000'])
    expect(await countRows()).toEqual(oneEach)
  })

  it('ends quietly when the server stops', async () => {
    server.advance(8 * 24 * 3600)
    await refresh(AbortSignal.abort())
    expect(await countRows()).toEqual(oneEach)
  })

  it('stops at a size and at a time limit', async () => {
    answer = { status: 200, text: 'x'.repeat(2000) }
    const path = join(folder, 'download')
    await expect(downloadFile(url(), path, { signal: open, maxBytes: 1999 })).rejects.toThrow(
      'larger than 1999 bytes',
    )
    await downloadFile(url(), path, { signal: open, maxBytes: 2000 })
    answer = { ...answer, isEndless: true }
    await expect(downloadFile(url(), path, { signal: open, timeoutMs: 50 })).rejects.toThrow(
      'could not be downloaded',
    )
  })

  it('is a job with metrics if an address is set, which must be https', async () => {
    const settings = { DATA_DIR: folder, RECALLS_URL: 'https://nhtsa.test/a.zip, https://nhtsa.test/b.zip' }
    expect(loadConfig(settings).recallsUrls).toEqual(['https://nhtsa.test/a.zip', 'https://nhtsa.test/b.zip'])
    expect(() => loadConfig({ ...settings, RECALLS_URL: 'http://nhtsa.test/a.zip' })).toThrow(
      'RECALLS_URL: must be https addresses of files, separated by commas',
    )
    const other = await startTestServer({
      jobs: true,
      config: { recallsUrls: ['https://127.0.0.1:1/a.zip'] },
    })
    try {
      await vi.waitUntil(async () =>
        (await other.ctx.metrics.render()).includes('kerblight_job_failures_total{name="recalls"} 1'),
      )
      const names = server.ctx.metrics.listJobs().map(({ name }) => name)
      expect(names).not.toContain('recalls')
    } finally {
      await other.close()
    }
  })
})

describe('npm run recalls', () => {
  let data: string
  let running: TestServer
  let car: string
  const settings = () => ({
    DATA_DIR: data,
    DATABASE_URL: running.ctx.config.postgres?.url ?? join(data, 'kerblight.db'),
  })
  const run = (...args: string[]) => runCommand('recalls', args, { env: settings() })
  const countOf = async () => {
    const { body } = await call<CarRecalls>(running.url, 'getCarRecalls', { params: { id: car } })
    return body.count
  }

  beforeAll(async () => {
    data = mkdtempSync(join(folder, 'data-'))
    running = await startTestServer({ env: { DATA_DIR: data, DATABASE_URL: join(data, 'kerblight.db') } })
    const owner = await buildPerson(running.ctx, { account: 'seller' })
    car = await buildCar(running.ctx, owner.id, f150)
  })
  afterAll(() => running.close())

  it('loads files while the server runs', async () => {
    expect(await countOf()).toBe(0)
    const file = fileOf(textOf({}, { CAMPNO: '20V902000' }), 'two.txt')
    expect(await run(file)).toEqual({ code: 0, output: 'Loaded 2 recalls.\n' })
    await vi.waitFor(async () => expect(await countOf()).toBe(2), 5000)
  }, 60_000)

  it('names the line and the field of a file that it rejects', async () => {
    const { code, output } = await run(fileOf(textOf({}, { RCDATE: 'May 1' }), 'wrong.txt'))
    expect(code).toBe(1)
    expect(output).toBe(
      'wrong.txt: line 2 has “May 1” in the field RCDATE instead of a date such as 20190315. The earlier recalls were not changed.\n',
    )
    expect(await countOf()).toBe(2)
  }, 60_000)

  it('prints its usage without a file, and names a missing file', async () => {
    expect((await run()).output).toContain('Usage: npm run recalls -- FILE…')
    expect((await run('missing.zip')).output).toContain('missing.zip does not exist.')
  }, 60_000)

  it('changes nothing if it is killed', async () => {
    const file = fileOf(textOf(...repeat(60_000, { CAMPNO: '25V901000' })), 'large.txt')
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, ...settings() }
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/recalls.ts'), file], {
      env,
    })
    const edition = await vi.waitUntil(
      () =>
        running.ctx.db
          .selectFrom('recalls')
          .select('edition')
          .where('campaign', '=', '25V901000')
          .executeTakeFirst(),
      { timeout: 30_000, interval: 5 },
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(edition).toBeDefined()
    expect(await countOf()).toBe(2)
    expect((await run(fileOf(textOf({}), 'one.txt'))).code).toBe(0)
    expect(await running.ctx.db.selectFrom('recalls').selectAll().execute()).toHaveLength(1)
  }, 90_000)
})
