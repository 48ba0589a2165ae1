import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { call } from '../support/api-client.ts'
import { findMissing, parseMetrics, readQueries } from '../support/metrics.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let database: TestDatabase
let server: TestServer
const lines: { msg: string; ms?: number }[] = []

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  server = await startTestServer({
    env: { LOAD_SHEDDING: 'on' },
    config: { postgres: database.address },
    jobs: true,
    log: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
  })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

it('the server exposes every metric that the alert rules and dashboard use, except backup metrics', async () => {
  const { body } = await call<string>(server.url, 'getMetrics')
  const missing = findMissing(
    parseMetrics((await call<string>(server.url, 'getMetrics')).body),
    readQueries(),
  )
  expect(missing.filter((name) => !name.startsWith('kerblight_backup_'))).toEqual([])
  expect(body).toMatch(/^kerblight_database_connections_max 10$/m)
})

it('the server logs one line when the database connection is lost and one when it is restored', async () => {
  const count = (msg: string) => lines.filter((line) => line.msg === msg).length
  const client = new Client(database.address.url)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
  await vi.waitFor(() => expect(count('the database connection is back')).toBe(1), 10_000)
  expect(count('the database connection was lost')).toBe(1)
})
