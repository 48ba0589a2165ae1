import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from 'kysely'
import { Client, Pool } from 'pg'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { Feed, FeedCar } from '../../contract/feeds.ts'
import { DatabaseLostError } from '../../server/db/engines/lost-database.ts'
import { createCountAdder } from '../../server/db/engines/shared-counts.ts'
import { postgresValues } from '../../server/db/engines/postgres-values.ts'
import type { Db } from '../../server/db/tables.ts'
import { createLimits } from '../../server/http/limits.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { openGate, type Gate } from '../support/gate.ts'
import { replacePort, createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let database: TestDatabase
let gate: Gate
let server: TestServer
let otherServer: TestServer
let seller: Person
let id: string

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const { port } = new URL(database.address.url)
  gate = await openGate(Number(port))
  server = await startTestServer({ config: { postgres: database.address } })
  const { tokenSecret } = server.ctx.config
  otherServer = await startTestServer({
    config: { postgres: replacePort(database.address, gate.port), tokenSecret },
    isSingleProcess: false,
  })
  seller = await buildPerson(server.ctx, { account: 'seller' })
  id = await buildCar(server.ctx, seller.id)
})

afterAll(async () => {
  await otherServer.close()
  await server.close()
  await gate.close()
  await database.drop()
})

const locationAt = async ({ url }: TestServer) =>
  (await call<EndpointOutput<'getCar'>>(url, 'getCar', { params: { id } })).body.location
const move = (location: string) =>
  server.ctx.db.updateTable('cars').set({ location }).where('id', '=', id).execute()

const isStored = ({ ctx }: TestServer) => ctx.cache.find({ name: 'getCar', key: id }, 'stranger') !== null

describe('two servers on one database', () => {
  it('see each other’s writes immediately', async () => {
    for (let index = 0; index < 20; index++) {
      await locationAt(otherServer)
      await move(`Lot ${index}`)
      expect(await locationAt(otherServer)).toBe(`Lot ${index}`)
    }
  })

  it('retain cached responses that the other server’s write does not affect', async () => {
    await locationAt(otherServer)
    expect(isStored(otherServer)).toBe(true)
    await buildCar(server.ctx, seller.id)
    expect(isStored(otherServer)).toBe(true)
    await move('Elsewhere')
    expect(isStored(otherServer)).toBe(false)
  })

  it('change the ETag of a file when a change commits out of order', async () => {
    const otherCar = await buildCar(server.ctx, seller.id)
    const tag = async () => (await call(otherServer.url, 'exportCars', seller)).headers.get('etag')
    const [begun, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowTransaction = server.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('cars').set({ location: 'Late' }).where('id', '=', otherCar).execute()
      begun.resolve()
      await late.promise
    })
    await begun.promise
    await move('Early')
    const before = await tag()
    late.resolve()
    await slowTransaction
    expect(await tag()).not.toBe(before)
  })

  it('check a feed again when a change commits out of order', async () => {
    const dealer = await buildPerson(server.ctx, { account: 'seller', verified: 1 })
    const [early, late] = [await buildCar(server.ctx, dealer.id), await buildCar(server.ctx, dealer.id)]
    const { body: feed } = await call<Feed>(otherServer.url, 'addFeed', {
      ...dealer,
      body: { kind: 'google' },
    })
    const countUnplaced = async () => {
      const { body } = await call<FeedCar[]>(otherServer.url, 'listFeedCars', {
        ...dealer,
        params: { id: feed._id },
      })
      return body.filter(({ reasons }) => reasons.some(({ field }) => field === 'location')).length
    }
    const setLocation = (db: Db, car: string) =>
      db.updateTable('cars').set({ location: 'Portland, OR 97201' }).where('id', '=', car).execute()
    const all = await countUnplaced()
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowTransaction = server.ctx.db.transaction().execute(async (trx) => {
      await setLocation(trx, late)
      begun.resolve()
      await end.promise
    })
    await begun.promise
    await setLocation(server.ctx.db, early)
    const before = await countUnplaced()
    end.resolve()
    await slowTransaction
    expect([all, before, await countUnplaced()]).toEqual([2, 1, 0])
  })

  it('both reject a user’s token after the session is revoked', async () => {
    const { token, id: user } = await buildPerson(server.ctx)
    const visit = () => call(otherServer.url, 'getMe', { token })
    expect((await visit()).status).toBe(200)
    await server.ctx.db
      .updateTable('sessions')
      .set({ revoked_at: '2026' })
      .where('user_id', '=', user)
      .execute()
    expect((await visit()).status).toBe(401)
  })

  it('run a job on only one server at a time', async () => {
    const finishedJobs: string[] = []
    await server.ctx.exclusively('count', async () => {
      await otherServer.ctx.exclusively('count', async () => void finishedJobs.push('there, too'))
      await otherServer.ctx.exclusively('another', async () => void finishedJobs.push('another'))
      finishedJobs.push('here')
    })
    await otherServer.ctx.exclusively('count', async () => void finishedJobs.push('there'))
    expect(finishedJobs).toEqual(['another', 'here', 'there'])
  })

  it('leave connections free for requests while many jobs run concurrently', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `one of twenty, ${index}`)
    const rowCounts = await Promise.all(
      names.map(async (name) => {
        let rowCount = 0
        await server.ctx.exclusively(name, async () => {
          rowCount = (await server.ctx.db.selectFrom('cars').select('id').limit(1).execute()).length
        })
        return rowCount
      }),
    )
    expect(rowCounts).toEqual(names.map(() => 1))
  })

  it('count the use of a shared limit together', async () => {
    const config = {
      rateLimits: true,
      limits: { ...server.ctx.config.limits, J: { ip: 4, user: 4, seconds: 60 } },
    }
    const [firstLimits, secondLimits] = [
      createLimits(config, { isShared: true }),
      createLimits(config, { isShared: true }),
    ]
    const caller = { ip: '192.0.2.7', actor: null }
    const pool = new Pool({ connectionString: database.address.url, types: postgresValues })
    const add = createCountAdder(pool)
    await firstLimits.take('J', caller)
    await secondLimits.take('J', caller)
    await firstLimits.take('J', caller)
    for (const limits of [firstLimits, secondLimits, firstLimits]) await limits.share(add)
    await secondLimits.take('J', caller)
    await expect(secondLimits.take('J', caller)).rejects.toThrow('Too many requests')
    await pool.end()
  })

  it('start while others write', async () => {
    let isOver = false
    const busy = await createTestDatabase(inject('postgresUrl'))
    const writer = new Client(busy.address.url)
    await writer.connect()
    const writing = (async () => {
      while (!isOver) await writer.query(`select pg_notify('kerblight', 'somebody wrote 1' || chr(10))`)
    })()
    for (let count = 0; count < 5; count++) {
      const third = await openPostgres(busy.address)
      expect(third.unreachableSince()).toBeNull()
      await third.close()
    }
    isOver = true
    await writing
    await writer.end()
    await busy.drop()
  })

  it('reload cached data after missing notifications', async () => {
    await locationAt(otherServer)
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'kerblight listens' and datname = current_database()`.execute(server.ctx.db)
    await move('Unheard of')
    expect(await locationAt(otherServer)).toBe('Unheard of')
  })
})

/** Time limit in milliseconds for the server to respond again. */
const timeLimit = { timeout: 5_000 }

describe('a server that lost its database', () => {
  it('serves cached responses, rejects other requests temporarily, and recovers with the database', async () => {
    const otherCar = await buildCar(server.ctx, seller.id)
    const read = (car: string) => call(otherServer.url, 'getCar', { params: { id: car } })
    const search = (q: string) => call(otherServer.url, 'getCarFacets', { query: { q } })
    expect((await search('before')).status).toBe(200)
    await expect.poll(async () => (await read(id), isStored(otherServer)), timeLimit).toBe(true)
    gate.shut()
    await expect.poll(async () => (await read(id)).status, timeLimit).toBe(200)
    for (const { status, body, headers } of [await read(otherCar), await search('while')])
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'service-unavailable', '1'])
    await expect(otherServer.ctx.search.count({ q: 'of itself', today: '2026-11-28' })).rejects.toThrow(
      DatabaseLostError,
    )
    await move('While it was away')
    gate.open()
    await expect.poll(async () => (await read(otherCar)).status, timeLimit).toBe(200)
    await expect.poll(async () => (await search('after')).status, timeLimit).toBe(200)
    await expect.poll(() => locationAt(otherServer), timeLimit).toBe('While it was away')
  })
})
