import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { migrate } from '../../server/db/migrate.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { migrations } from '../../server/db/migrations.ts'
import { addSunroof, copyReports } from './upgrade-steps.ts'

let database: TestDatabase
let oldServer: TestServer
let newServer: TestServer
let seller: Person
let id: string

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const config = { postgres: database.address }
  oldServer = await startTestServer({ config })
  newServer = await startTestServer({ config: { ...config, tokenSecret: oldServer.ctx.config.tokenSecret } })
  seller = await buildPerson(oldServer.ctx, { account: 'seller' })
  id = await buildCar(oldServer.ctx, seller.id)
})

afterAll(async () => {
  await newServer.close()
  await oldServer.close()
  await database.drop()
})

async function write(server: TestServer, location: string): Promise<number> {
  const body = { ids: [id], change: { location } }
  return (await call(server.url, 'updateCars', { token: seller.token, body })).status
}

const locationAt = async ({ url }: TestServer) =>
  (await call<EndpointOutput<'getCar'>>(url, 'getCar', { params: { id } })).body.location

/** Alternately writes through one server and reads through the other until it is stopped. */
function work() {
  let isOver = false
  let count = 0
  async function run(): Promise<void> {
    for (; !isOver; count++) {
      const [first, second] = count % 2 ? [oldServer, newServer] : [newServer, oldServer]
      // This read makes the other server cache the response. A stale response would fail the test.
      await locationAt(second)
      const status = await write(first, `Lot ${count}`)
      expect([status, await locationAt(second)]).toEqual([200, `Lot ${count}`])
    }
  }
  const finished = run().finally(() => (isOver = true))
  return {
    /** Waits until `times` more writes have been read, or one has failed. */
    async waitForWrites(times: number): Promise<void> {
      const target = count + times
      const reachTarget = async () => {
        while (count <= target && !isOver) await setImmediate()
      }
      await Promise.race([finished, reachTarget()])
    },
    end() {
      isOver = true
      return finished
    },
  }
}

it('processes of the previous version keep working and see each other’s changes during a migration', async () => {
  const steps = [...migrations, addSunroof, copyReports]
  const working = work()
  // Between two steps, the other processes keep working, even if the next step is slow.
  for (const count of [1, 2]) {
    await migrate(oldServer.ctx.db, steps.slice(0, migrations.length + count))
    await working.waitForWrites(4)
  }
  await working.end()
  const { version } = await oldServer.ctx.db
    .selectFrom('cars')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(version).toBeGreaterThan(8)
})

it('a read-only database is rejected with a message', async () => {
  const { address, drop } = await createTestDatabase(inject('postgresUrl'))
  const writable = await openPostgres(address)
  const name = new URL(address.url).pathname.slice(1)
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(writable.db)
  await writable.close()
  await expect(openPostgres(address)).rejects.toThrow('it is read-only, like a standby')
  await drop()
})
