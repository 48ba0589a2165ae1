import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from 'kysely'
import { Client, Pool } from 'pg'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import type { Feed, FeedCar } from '../../contract/feeds.ts'
import { DatabaseLostError } from '../../server/db/engines/lost-database.ts'
import { addCountsIn } from '../../server/db/engines/shared-counts.ts'
import { postgresValues } from '../../server/db/engines/postgres-values.ts'
import type { Db } from '../../server/db/tables.ts'
import { createLimits } from '../../server/http/limits.ts'
import { openPostgres } from '../../server/db/engines/postgres-connection.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { openGate, type Gate } from '../support/gate.ts'
import { atPort, createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let database: TestDatabase
let gate: Gate
let here: TestServer
let there: TestServer
let seller: Person
let id: string

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const { port } = new URL(database.address.url)
  gate = await openGate(Number(port))
  here = await startTestServer({ config: { postgres: database.address } })
  const { tokenSecret } = here.ctx.config
  there = await startTestServer({
    config: { postgres: atPort(database.address, gate.port), tokenSecret },
    isSingleProcess: false,
  })
  seller = await buildPerson(here.ctx, { account: 'seller' })
  id = await buildCar(here.ctx, seller.id)
})

afterAll(async () => {
  await there.close()
  await here.close()
  await gate.close()
  await database.drop()
})

const locationAt = async ({ url }: TestServer) =>
  (await call<EndpointOutput<'getCar'>>(url, 'getCar', { params: { id } })).body.location
const move = (location: string) =>
  here.ctx.db.updateTable('cars').set({ location }).where('id', '=', id).execute()

const isStored = ({ ctx }: TestServer) => ctx.cache.find({ name: 'getCar', key: id }, 'stranger') !== null

describe('two servers on one database', () => {
  it('see each other’s writes immediately', async () => {
    for (let at = 0; at < 20; at++) {
      await locationAt(there)
      await move(`Lot ${at}`)
      expect(await locationAt(there)).toBe(`Lot ${at}`)
    }
  })

  it('retain cached responses that the other server’s write does not affect', async () => {
    await locationAt(there)
    expect(isStored(there)).toBe(true)
    await buildCar(here.ctx, seller.id)
    expect(isStored(there)).toBe(true)
    await move('Elsewhere')
    expect(isStored(there)).toBe(false)
  })

  it('tag a file otherwise once a change is there that came after one with a higher number', async () => {
    const other = await buildCar(here.ctx, seller.id)
    const tag = async () => (await call(there.url, 'exportCars', seller)).headers.get('etag')
    const [begun, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = here.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('cars').set({ location: 'Late' }).where('id', '=', other).execute()
      begun.resolve()
      await late.promise
    })
    await begun.promise
    await move('Early')
    const before = await tag()
    late.resolve()
    await slow
    expect(await tag()).not.toBe(before)
  })

  it('check a feed anew once a change is there that came after one with a higher number', async () => {
    const dealer = await buildPerson(here.ctx, { account: 'seller', verified: 1 })
    const [early, late] = [await buildCar(here.ctx, dealer.id), await buildCar(here.ctx, dealer.id)]
    const { body: feed } = await call<Feed>(there.url, 'addFeed', { ...dealer, body: { kind: 'google' } })
    const countUnplaced = async () => {
      const { body } = await call<FeedCar[]>(there.url, 'listFeedCars', {
        ...dealer,
        params: { id: feed._id },
      })
      return body.filter(({ reasons }) => reasons.some(({ field }) => field === 'location')).length
    }
    const place = (db: Db, car: string) =>
      db.updateTable('cars').set({ location: 'Portland, OR 97201' }).where('id', '=', car).execute()
    const all = await countUnplaced()
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = here.ctx.db.transaction().execute(async (trx) => {
      await place(trx, late)
      begun.resolve()
      await end.promise
    })
    await begun.promise
    await place(here.ctx.db, early)
    const before = await countUnplaced()
    end.resolve()
    await slow
    expect([all, before, await countUnplaced()]).toEqual([2, 1, 0])
  })

  it('let a user in, or no more, at both', async () => {
    const { token, id: user } = await buildPerson(here.ctx)
    const visit = () => call(there.url, 'getMe', { token })
    expect((await visit()).status).toBe(200)
    await here.ctx.db
      .updateTable('sessions')
      .set({ revoked_at: '2026' })
      .where('user_id', '=', user)
      .execute()
    expect((await visit()).status).toBe(401)
  })

  it('do a job at one of them', async () => {
    const done: string[] = []
    await here.ctx.exclusively('count', async () => {
      await there.ctx.exclusively('count', async () => void done.push('there, too'))
      await there.ctx.exclusively('another', async () => void done.push('another'))
      done.push('here')
    })
    await there.ctx.exclusively('count', async () => void done.push('there'))
    expect(done).toEqual(['another', 'here', 'there'])
  })

  it('leave connections free for requests, however many jobs run concurrently', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `one of twenty, ${at}`)
    const done = await Promise.all(
      names.map(async (name) => {
        let there = 0
        await here.ctx.exclusively(name, async () => {
          there = (await here.ctx.db.selectFrom('cars').select('id').limit(1).execute()).length
        })
        return there
      }),
    )
    expect(done).toEqual(names.map(() => 1))
  })

  it('count usage of a shared limit together', async () => {
    const config = {
      rateLimits: true,
      limits: { ...here.ctx.config.limits, J: { ip: 4, user: 4, seconds: 60 } },
    }
    const [one, other] = [createLimits(config, { isShared: true }), createLimits(config, { isShared: true })]
    const taken = { ip: '192.0.2.7', actor: null }
    const pool = new Pool({ connectionString: database.address.url, types: postgresValues })
    const add = addCountsIn(pool)
    await one.take('J', taken)
    await other.take('J', taken)
    await one.take('J', taken)
    for (const limits of [one, other, one]) await limits.share(add)
    await other.take('J', taken)
    await expect(other.take('J', taken)).rejects.toThrow('Too many requests')
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
    await locationAt(there)
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'kerblight listens' and datname = current_database()`.execute(here.ctx.db)
    await move('Unheard of')
    expect(await locationAt(there)).toBe('Unheard of')
  })
})

/** The time limit for the server to respond again, in milliseconds. */
const within = { timeout: 5_000 }

describe('a server that lost its database', () => {
  it('serves cached responses, rejects other requests temporarily, and recovers with the database', async () => {
    const other = await buildCar(here.ctx, seller.id)
    const read = (car: string) => call(there.url, 'getCar', { params: { id: car } })
    const search = (q: string) => call(there.url, 'getCarFacets', { query: { q } })
    expect((await search('before')).status).toBe(200)
    await expect.poll(async () => (await read(id), isStored(there)), within).toBe(true)
    gate.shut()
    await expect.poll(async () => (await read(id)).status, within).toBe(200)
    for (const { status, body, headers } of [await read(other), await search('while')])
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'service-unavailable', '1'])
    await expect(there.ctx.search.count({ q: 'of itself' })).rejects.toThrow(DatabaseLostError)
    await move('While it was away')
    gate.open()
    await expect.poll(async () => (await read(other)).status, within).toBe(200)
    await expect.poll(async () => (await search('after')).status, within).toBe(200)
    await expect.poll(() => locationAt(there), within).toBe('While it was away')
  })
})
