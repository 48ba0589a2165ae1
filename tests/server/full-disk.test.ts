import { sql } from 'kysely'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { apiPath } from '../../contract/api/paths.ts'
import { newId } from '../../server/db/id.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import { photo } from '../support/photo.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { canBreak, canMount, mountBreakableDisk, mountSmallDisk } from '../support/small-disk.ts'

const polling = { timeout: 10_000 }

/** Returns a logger that collects its lines of warnings, errors, and the state of the disk. */
function collectLog() {
  const lines: string[] = []
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    if (level > 30 || msg.includes('disk')) lines.push(msg)
  }
  return { lines, log: pino({ level: 'info' }, { write }) }
}

const FULL = expect.stringContaining('the disk is full')
const SPACE = expect.stringContaining('the disk can be written again')

const readiness = async ({ url }: TestServer) => {
  const { status, body } = await call<unknown>(url, 'getReadiness')
  return { status, body }
}
const readyResponse = (isWritable: boolean) => ({
  status: 200,
  body: { status: 'ready', writes: isWritable },
})
const untilWritable = (server: TestServer) =>
  vi.waitFor(async () => expect(await readiness(server)).toEqual(readyResponse(true)), polling)

const isPostgres = process.env.TEST_ENGINE === 'postgres'

it.skipIf(isPostgres)(
  'answers reads and rejects writes while the database cannot grow',
  { timeout: 60_000 },
  async () => {
    const { lines, log } = collectLog()
    const server = await startTestServer({ log })
    const { token } = await buildPerson(server.ctx, { role: 'admin' })
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(server.ctx.db)
    const setMaximum = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(server.ctx.db)
    const write = () => call(server.url, 'addCategory', { token, body: { category_name: newId() } })
    try {
      await setMaximum(rows[0]!.page_count)
      let response = await write()
      for (let attempts = 0; response.status === 200 && attempts < 500; attempts++) response = await write()
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('30')
      expect(response.body).toMatchObject({
        code: 'service-unavailable',
        message: expect.stringContaining('disk is full'),
      })
      await Promise.all(Array.from({ length: 20 }, write))
      expect(await readiness(server)).toEqual(readyResponse(false))
      expect((await call(server.url, 'listCategories')).status).toBe(200)
      expect((await call(server.url, 'getMe', { token })).status).toBe(200)
      expect(lines).toEqual([FULL])

      await setMaximum(1_000_000)
      await untilWritable(server)
      expect((await write()).status).toBe(200)
      expect(lines).toEqual([FULL, SPACE])
    } finally {
      await server.close()
    }
  },
)

it.skipIf(!canMount)('rejects photos and writes on a full disk', { timeout: 30_000 }, async () => {
  const { lines, log } = collectLog()
  const disk = mountSmallDisk(16)
  const file = join(disk.folder, 'kerblight.db')
  const config = { dataDir: disk.folder, ...(!isPostgres && { databaseFile: file }) }
  const server = await startTestServer({ log, config })
  const upload = async () => {
    const { buffer, name, mimeType } = await photo()
    const body = new FormData()
    body.append('image', new File([new Uint8Array(buffer)], name, { type: mimeType }))
    return call(server.url, 'uploadImage', { body, query: { key: 'kerblight' } })
  }
  try {
    disk.fillUp(0)
    expect(await readiness(server)).toEqual(readyResponse(false))
    const responses = await Promise.all([upload(), upload()])
    for (const { status, headers } of responses)
      expect([status, headers.get('retry-after')]).toEqual([503, '30'])
    expect((await fetch(server.url + apiPath('listCategories'))).status).toBe(200)
    expect(lines).toEqual([FULL])

    disk.freeSpace()
    await untilWritable(server)
    expect((await upload()).status).toBe(200)
    expect(lines).toEqual([FULL, SPACE])
  } finally {
    await server.close()
    disk.unmount()
  }
})

it.skipIf(isPostgres || !canBreak)(
  'answers reads and rejects writes after the disk turns read-only',
  { timeout: 30_000 },
  async () => {
    const { lines, log } = collectLog()
    const disk = mountBreakableDisk(32)
    const server = await startTestServer({
      log,
      jobs: true,
      config: { dataDir: disk.folder, databaseFile: join(disk.folder, 'kerblight.db') },
    })
    const { token } = await buildPerson(server.ctx, { role: 'admin' })
    const write = () => call(server.url, 'addCategory', { token, body: { category_name: newId() } })
    try {
      expect((await write()).status).toBe(200)
      disk.turnReadOnly()
      for (const { status, headers, body } of await Promise.all([write(), write(), write()])) {
        expect([status, headers.get('retry-after')]).toEqual([503, '30'])
        expect(body).toMatchObject({ message: expect.stringContaining('read-only') })
      }
      await vi.waitFor(async () => expect(await readiness(server)).toEqual(readyResponse(false)), polling)
      expect((await call(server.url, 'listCategories')).status).toBe(200)
      expect((await call(server.url, 'getMe', { token })).status).toBe(200)
      // A job that was already running may fail with a different error.
      expect(lines.filter((line) => line !== 'job failed')).toEqual([FULL])
    } finally {
      await server.close()
      disk.unmount()
    }
  },
)
