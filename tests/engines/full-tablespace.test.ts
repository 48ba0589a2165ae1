import { randomBytes } from 'node:crypto'
import { chownSync } from 'node:fs'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { newId } from '../../server/db/id.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import { buildDatabaseAddress, TEMPLATE } from '../support/postgres.ts'
import { startTestServer } from '../support/server.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'

/** The user that Postgres runs as when root starts the tests. */
const NOBODY = 65_534
const soon = { timeout: 10_000 }

let cleanups: (() => unknown)[]
beforeEach(() => {
  cleanups = []
})
afterEach(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

async function createOnSmallDisk() {
  const disk = mountSmallDisk(64)
  cleanups.push(() => disk.unmount())
  chownSync(disk.folder, NOBODY, NOBODY)
  const name = `full_${randomBytes(8).toString('hex')}`
  const client = new Client(inject('postgresUrl'))
  await client.connect()
  cleanups.push(() => client.end())
  await client.query(`create tablespace ${name} location '${disk.folder}'`)
  cleanups.push(() => client.query(`drop tablespace ${name}`))
  await client.query(`create database ${name} template ${TEMPLATE} tablespace ${name}`)
  cleanups.push(() => client.query(`drop database ${name} with (force)`))
  return { disk, postgres: buildDatabaseAddress(inject('postgresUrl'), name) }
}

it.skipIf(!canMount)(
  'Postgres without disk space rejects writes, but not reads',
  { timeout: 120_000 },
  async () => {
    const { disk, postgres } = await createOnSmallDisk()
    const lines: string[] = []
    const write = (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg)
    const server = await startTestServer({ config: { postgres }, log: pino({ level: 'error' }, { write }) })
    cleanups.push(() => server.close())
    const { token } = await buildPerson(server.ctx, { role: 'admin' })
    const add = () => call(server.url, 'addCategory', { token, body: { category_name: newId() } })
    const writes = async () => (await call<{ writes: boolean }>(server.url, 'getReadiness')).body.writes
    expect((await add()).status).toBe(200)

    disk.fillUp(0)
    let response = await add()
    for (let tries = 0; response.status === 200 && tries < 1000; tries++) response = await add()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
    await vi.waitFor(async () => expect(await writes()).toBe(false), soon)
    expect((await call(server.url, 'listCategories')).status).toBe(200)
    expect(lines).toEqual([expect.stringContaining('the disk is full')])

    disk.freeSpace()
    await vi.waitFor(async () => expect(await writes()).toBe(true), soon)
    expect((await add()).status).toBe(200)
  },
)
