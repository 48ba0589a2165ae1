import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Limits } from '../../server/http/limits.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { openRaw } from '../support/raw-http.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})
afterAll(() => database.drop())

/** Creates rate limits that hold each request after its arrival and before its stream opens. */
function createHeldLimits() {
  const heldCalls: (() => void)[] = []
  let isHolding = true
  const limits: Limits = {
    take: () => (isHolding ? new Promise((resolve) => void heldCalls.push(resolve)) : Promise.resolve()),
    share: async () => {},
  }
  const releaseCalls = () => {
    isHolding = false
    for (const resolve of heldCalls.splice(0)) resolve()
  }
  return { limits, releaseCalls, count: () => heldCalls.length }
}

describe.each(['SQLite', 'Postgres'])('open streams on %s', (engine) => {
  it('do not include a client that disconnects before its stream opens', async () => {
    const { limits, releaseCalls, count } = createHeldLimits()
    const config = engine === 'Postgres' ? { postgres: database.address } : {}
    const server: TestServer = await startTestServer({ config, context: { limits } })
    const { token } = await buildPerson(server.ctx)
    const open = (path: string, headers: string) =>
      openRaw(server.url).then((connection) => {
        connection.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`)
        return connection
      })
    const authorization = `Authorization: Bearer ${token}\r\n`
    const clients = await Promise.all([
      ...Array.from({ length: 10 }, () => open('/api/events', authorization)),
      ...Array.from({ length: 10 }, () => open('/api/events/market', '')),
    ])
    await expect.poll(count).toBe(clients.length)
    for (const client of clients) client.destroy()
    // This request was sent after the connections were closed. Once it has a response, the server has noticed
    // the closing.
    for (const _ of clients) expect((await call(server.url, 'getHealth')).status).toBe(200)
    releaseCalls()
    const last = await open('/api/events', authorization)
    await expect.poll(() => server.ctx.events.countStreams()).toBe(1)
    last.destroy()
    await expect.poll(() => server.ctx.events.countStreams()).toBe(0)
    expect(server.ctx.events.countStrangers()).toBe(0)
    await server.close()
  })
})
