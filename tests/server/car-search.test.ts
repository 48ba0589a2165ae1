import { fc } from '../support/fast-check.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { carSorts, type Car } from '../../contract/cars/cars.ts'
import type { CarFacets } from '../../contract/cars/car-search.ts'
import { createSqliteRowReader } from '../../server/db/engines/row-batch-reader.ts'
import { openDatabase, type SqliteDatabase } from '../../server/db/connection.ts'
import type { ProblemError } from '../../contract/api/problems.ts'
import { createCarIndex, type CarIndex } from '../../server/search/car-index.ts'
import type { CarSearch } from '../../server/search/car-search.ts'
import { purgeChangeLog } from '../../server/db/change-log.ts'
import { createSearchProcess } from '../../server/search/search-process.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Number of writes. `npm run test:full` raises it. */
const WRITES = Number(process.env.FUZZ_RUNS ?? 25)

const folder = mkdtempSync(join(tmpdir(), 'kerblight-search-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const today = '2026-11-28'

/** Returns a listing time by its second on a fixed day. Later cars have later times. */
const timeAt = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

describe('the columns in memory', () => {
  let server: TestServer
  let database: SqliteDatabase
  let sellerId: string
  let index: CarIndex
  beforeAll(async () => {
    server = await startTestServer()
    database = await openDatabase(':memory:')
    sellerId = (await buildPerson({ ...server.ctx, db: database.db }, { account: 'seller' })).id
    index = createCarIndex(() => createSqliteRowReader(database.sqlite))
  })
  afterAll(async () => {
    await database.close()
    await server.close()
  })

  const ids: string[] = []
  const pickId = (n: number) => ids[n % ids.length] ?? ''
  const change = (id: string, values: object) =>
    database.db.updateTable('cars').set(values).where('id', '=', id).execute()
  const list = async (n: number) => {
    const fields = {
      model_name: n % 2 ? 'Quattro' : 'Roomster',
      posted_at: timeAt(n),
      year: n % 3 ? 2000 + n : null,
    }
    ids.push(await buildCar({ ...server.ctx, db: database.db }, sellerId, fields))
  }
  const actions: Record<string, (n: number) => Promise<unknown>> = {
    list,
    'list one more': list,
    sell: (n) => change(pickId(n), { state: 'sold' }),
    'list again': (n) => change(pickId(n), { state: 'instock' }),
    rename: (n) => change(pickId(n), { model_name: n % 2 ? 'Roomster' : 'Quattro' }),
    price: (n) => change(pickId(n), { price_minor: n % 4 ? n * 10_000 : null }),
    feature: (n) => change(pickId(n), { featured_at: n % 2 ? timeAt(n) : null }),
    // SQLite may reuse the newest row number.
    'delete the newest': async () => {
      const id = ids.pop()
      if (id) await database.db.deleteFrom('car_pictures').where('car_id', '=', id).execute()
      if (id) await database.db.deleteFrom('cars').where('id', '=', id).execute()
    },
    purge: () => purgeChangeLog(database.db, 2),
  }

  const readCounts = (index: CarIndex) =>
    [
      {},
      { q: 'quattro' },
      { q: 'room', priceMin: 100_000 },
      { featured: '1' as const, yearMin: 2001 },
    ].flatMap((filters) => [
      index.count({ ...filters, today }),
      ...carSorts.map((sort) => index.find({ filters: { ...filters, today }, sort, after: null, count: 7 })),
    ])

  it('match a fresh read after any changes', async () => {
    for (let n = 0; n < 20; n++) await list(n)
    const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(actions)), fc.nat({ max: 40 })), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        for (const [action, n] of steps) await actions[action]!(n)
        expect(readCounts(index)).toEqual(
          readCounts(createCarIndex(() => createSqliteRowReader(database.sqlite))),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('accept many new cars, in small or large batches', async () => {
    for (const count of [1, ...Array.from({ length: 9 }, () => 130), 300]) {
      readCounts(index)
      await database.db.transaction().execute(async (trx) => {
        for (let n = 0; n < count; n++)
          await buildCar({ ...server.ctx, db: trx }, sellerId, {
            model_name: 'Roomster',
            year: 2001 + (n % 9),
          })
      })
      expect(readCounts(index)).toEqual(
        readCounts(createCarIndex(() => createSqliteRowReader(database.sqlite))),
      )
    }
  })

  it('forget removed cars, even after many additions and removals', async () => {
    const totalBefore = index.count({ today }).total
    for (let n = 0; n < 3; n++) {
      await database.db.transaction().execute(async (trx) => {
        const cars = Array.from({ length: 800 }, () => buildCar({ ...server.ctx, db: trx }, sellerId))
        for (const id of await Promise.all(cars)) {
          await trx.updateTable('cars').set({ state: 'sold' }).where('id', '=', id).execute()
        }
      })
      expect(index.count({ today }).total).toBe(totalBefore)
      expect(readCounts(index)).toEqual(
        readCounts(createCarIndex(() => createSqliteRowReader(database.sqlite))),
      )
    }
  })
})

describe('the search process', () => {
  let server: TestServer
  let sellerId: string
  const file = join(folder, 'live.db')
  beforeAll(async () => {
    server = await startTestServer({ env: { DATABASE_URL: file } })
    sellerId = (await buildPerson(server.ctx, { account: 'seller' })).id
  })
  afterAll(() => server.close())
  let search: CarSearch | undefined
  afterEach(() => search?.close())

  const log = pino({ level: 'silent' })
  const matchAll = { filters: { today }, sort: 'newest', after: null, count: 10 } as const

  it('never returns data older than an acknowledged write, even with concurrent queries', async () => {
    const id = await buildCar(server.ctx, sellerId, { category_name: 'Tesla' })
    const otherCar = await buildCar(server.ctx, sellerId)
    const queries = {
      total: async () => Number((await call(server.url, 'listCars', {})).headers.get('x-total-count')),
      list: async () =>
        (await call<Car[]>(server.url, 'listCars', { query: { category_name: 'Tesla' } })).body[0]!
          .priceMinor,
      facets: async () =>
        (await call<CarFacets>(server.url, 'getCarFacets', { query: { brand: 'Tesla' } })).body.price!.min,
      search: async () =>
        (await call<Car[]>(server.url, 'listCars', { query: { brand: 'Tesla', sort: 'price' } })).body[0]!
          .priceMinor,
      car: async () => (await call<Car>(server.url, 'getCar', { params: { id } })).body.priceMinor,
    }
    let isFinished = false
    const otherQueries = Object.values(queries).map(async (runQuery) => {
      while (!isFinished) await runQuery()
    })
    try {
      for (let price = 1; price <= WRITES; price++) {
        const state = price % 2 ? 'sold' : 'instock'
        await server.ctx.db.transaction().execute(async (trx) => {
          await trx.updateTable('cars').set({ price_minor: price }).where('id', '=', id).execute()
          await trx.updateTable('cars').set({ state }).where('id', '=', otherCar).execute()
          // Searches during the transaction return the state before it.
          await sleep(3)
        })
        const outcomes = await Promise.all(Object.values(queries).map((runQuery) => runQuery()))
        expect(outcomes).toEqual([price % 2 ? 1 : 2, price, price, price, price])
      }
    } finally {
      isFinished = true
      await Promise.all(otherQueries)
    }
  })

  it('rejects a query as unavailable if it is killed, and runs the next in a new process', async () => {
    const program = join(folder, 'dies.mjs')
    const realProgram = join(import.meta.dirname, '../../server/search/search-program.ts')
    writeFileSync(
      program,
      `process.once('message', () => process.kill(process.pid, 'SIGKILL')); await import('${realProgram}')`,
    )
    const broken = (search = createSearchProcess(file, log, { program }))
    await expect(broken.find(matchAll)).rejects.toMatchObject({ code: 'service-unavailable' })
    await search.close()
    search = createSearchProcess(file, log)
    expect((await search.find(matchAll)).total).toBeGreaterThan(0)
  })

  it('cancels a search that takes too long', async () => {
    const program = join(folder, 'hangs.mjs')
    writeFileSync(program, `process.send({ ready: true }); process.on('message', () => { for (;;); })`)
    search = createSearchProcess(file, log, { program, timeoutMs: 300 })
    await expect(search.count({ today })).rejects.toMatchObject({ code: 'service-unavailable' })
  })

  it('rejects queries beyond its queue limit, and completes the queued ones', async () => {
    const program = join(folder, 'waits.mjs')
    writeFileSync(
      program,
      `process.on('disconnect', () => process.exit(0))
       process.send({ ready: true })
       process.on('message', ({ id }) => process.send({ id, found: id }))`,
    )
    const crowded = (search = createSearchProcess(file, log, { program }))
    const codeOf = (query: Promise<unknown>) =>
      query.then(
        () => 'found',
        ({ code }: ProblemError) => code,
      )
    const codes = await Promise.all(Array.from({ length: 300 }, () => codeOf(crowded.count({ today }))))
    expect(codes).toEqual([...Array<string>(256).fill('found'), ...Array<string>(44).fill('overloaded')])
  })

  describe('under load from one account', () => {
    const heavyCaller = { network: '192.0.2.1', accountId: 'much' }
    /** A query that counts high enough to take a while. */
    const expensive = {
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000) select count(*) as n from n`,
      parameters: [],
    }
    const queries = {
      'row searches': (search: CarSearch) => search.read([expensive]),
      'searches of the market': (search: CarSearch) => search.find(matchAll),
      'lists of cars': (search: CarSearch) =>
        search.sortAndFilter({ states: ['instock'], sort: 'newest', offset: 0, after: null, count: 9 }),
    }

    it.each([
      ['row searches', { network: '192.0.2.2', accountId: 'little' }, 4],
      ['row searches', { network: '192.0.2.1', accountId: 'little' }, 4],
      ['row searches', { network: '192.0.2.2', accountId: null }, 4],
      ['searches of the market', { network: '192.0.2.2', accountId: 'little' }, 10],
      ['lists of cars', { network: '192.0.2.1', accountId: 'little' }, 10],
    ] as const)(
      '%s delay searches of other callers by only a few searches: %o',
      async (kind, lightCaller, maxDelayed) => {
        const ownSearch = (search = createSearchProcess(file, log))
        const finishedCallers: string[] = []
        const runCarQuery = async (caller: typeof lightCaller | typeof heavyCaller) => {
          await queries[kind](ownSearch.by(caller))
          finishedCallers.push(caller.accountId ?? 'stranger')
        }
        const heavyQueries = Array.from({ length: 50 }, () => runCarQuery(heavyCaller))
        heavyQueries.push(runCarQuery(lightCaller))
        await Promise.all(heavyQueries)
        const firstLightIndex = finishedCallers.findIndex((account) => account !== 'much')
        expect([firstLightIndex >= 0, firstLightIndex <= maxDelayed]).toEqual([true, true])
      },
    )

    it('row searches delay a market search only by the searches already running', async () => {
      const ownSearch = (search = createSearchProcess(file, log))
      const finishedOrder: string[] = []
      const rowQueries = Array.from({ length: 50 }, () => queries['row searches'](ownSearch.by(heavyCaller)))
      const finishedQueries = rowQueries.map((query) => query.then(() => finishedOrder.push('rows')))
      finishedQueries.push(
        ownSearch
          .by(heavyCaller)
          .count({ today })
          .then(() => finishedOrder.push('count')),
      )
      await Promise.all(finishedQueries)
      expect(finishedOrder.indexOf('count')).toBeLessThanOrEqual(2)
    })

    it('the newest queries of the heaviest users are rejected under overload, even across several accounts', async () => {
      const program = join(folder, 'answers.mjs')
      writeFileSync(
        program,
        `process.on('disconnect', () => process.exit(0))
         process.send({ ready: true })
         process.on('message', ({ id }) => process.send({ id, found: id }))`,
      )
      const ownSearch = (search = createSearchProcess(file, log, { program }))
      const outcome = (query: Promise<unknown>) =>
        query.then(
          () => 'found',
          ({ code }: ProblemError) => code,
        )
      const flood = Array.from({ length: 256 }, (_, index) =>
        outcome(ownSearch.by({ network: '192.0.2.1', accountId: `much ${index % 3}` }).count({ today })),
      )
      const neighborOutcome = outcome(
        ownSearch.by({ network: '192.0.2.1', accountId: 'little' }).count({ today }),
      )
      const otherOutcomes = Array.from({ length: 20 }, (_, index) =>
        outcome(ownSearch.by({ network: `192.0.2.${index + 2}`, accountId: null }).count({ today })),
      )
      expect(await Promise.all([neighborOutcome, ...otherOutcomes])).toEqual(Array<string>(21).fill('found'))
      const rejectedCodes = (await Promise.all(flood)).filter((code) => code === 'overloaded')
      expect(rejectedCodes).toHaveLength(21)
    })

    it('lists over HTTP count toward the caller’s account', async () => {
      const program = join(folder, 'slow.mjs')
      writeFileSync(
        program,
        `process.on('disconnect', () => process.exit(0))
         process.send({ ready: true })
         let last = Promise.resolve()
         process.on('message', ({ id }) => {
           last = last.then(() => new Promise((resolve) => setTimeout(resolve, 25)))
           last.then(() => process.send({ id, found: [[], [{ count: 0 }]] }))
         })`,
      )
      const slowServer = await startTestServer({
        context: { search: createSearchProcess(file, log, { program }) },
      })
      const [heavyUser, lightUser] = [
        await buildPerson(slowServer.ctx, { role: 'admin' }),
        await buildPerson(slowServer.ctx, { role: 'admin' }),
      ]
      const finishedOrder: string[] = []
      const list = async ({ id, token }: typeof heavyUser) => {
        expect((await call(slowServer.url, 'listUsers', { token, query: { offset: 0 } })).status).toBe(200)
        finishedOrder.push(id)
      }
      const lists = Array.from({ length: 40 }, () => list(heavyUser))
      await call(slowServer.url, 'getHealth')
      await Promise.all([...lists, list(lightUser)])
      expect(finishedOrder.indexOf(lightUser.id)).toBeLessThan(30)
      await slowServer.close()
    })

    it('queued queries complete after one query has crashed the process', async () => {
      const program = join(folder, 'hangs-at-one.mjs')
      writeFileSync(
        program,
        `process.on('disconnect', () => process.exit(0))
         process.send({ ready: true })
         process.on('message', ({ id, query }) => {
           if (query.read[0].sql === 'hang') for (;;);
           process.send({ id, found: [] })
         })`,
      )
      const ownSearch = (search = createSearchProcess(file, log, { program, timeoutMs: 300 }))
      const read = (sql: string) => ownSearch.by(heavyCaller).read([{ sql, parameters: [] }])
      const hanging = ['hang', 'hang'].map((sql) => expect(read(sql)).rejects.toThrow())
      const waitingReads = Array.from({ length: 9 }, () => read('select 1'))
      await Promise.all(hanging)
      expect(await Promise.all(waitingReads)).toHaveLength(9)
    })
  })

  it('rejects pending queries when it is closed', async () => {
    const closing = createSearchProcess(file, log)
    const pendingSearch = closing.find(matchAll)
    await Promise.all([
      closing.close(),
      expect(pendingSearch).rejects.toMatchObject({ code: 'service-unavailable' }),
    ])
  })
})
