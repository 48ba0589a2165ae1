import { fc } from '../support/fast-check.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { carSorts, type Car } from '../../contract/cars/cars.ts'
import type { CarFacets } from '../../contract/cars/car-search.ts'
import { rowsOfSqlite } from '../../server/db/engines/row-batch-reader.ts'
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
const WRITES = Number(process.env.FUZZ_RUNS ?? 40)

const folder = mkdtempSync(join(tmpdir(), 'kerblight-search-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns a listing time by its second on a fixed day. Later cars have later times. */
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

describe('the columns in memory', () => {
  let server: TestServer
  let database: SqliteDatabase
  let sellerId: string
  let index: CarIndex
  beforeAll(async () => {
    server = await startTestServer()
    database = await openDatabase(':memory:')
    sellerId = (await buildPerson({ ...server.ctx, db: database.db }, { account: 'seller' })).id
    index = createCarIndex(() => rowsOfSqlite(database.sqlite))
  })
  afterAll(async () => {
    await database.close()
    await server.close()
  })

  const ids: string[] = []
  const some = (n: number) => ids[n % ids.length] ?? ''
  const change = (id: string, values: object) =>
    database.db.updateTable('cars').set(values).where('id', '=', id).execute()
  const list = async (n: number) => {
    const fields = {
      model_name: n % 2 ? 'Quattro' : 'Roomster',
      posted_at: at(n),
      year: n % 3 ? 2000 + n : null,
    }
    ids.push(await buildCar({ ...server.ctx, db: database.db }, sellerId, fields))
  }
  const actions: Record<string, (n: number) => Promise<unknown>> = {
    list,
    'list one more': list,
    sell: (n) => change(some(n), { state: 'sold' }),
    'list again': (n) => change(some(n), { state: 'instock' }),
    rename: (n) => change(some(n), { model_name: n % 2 ? 'Roomster' : 'Quattro' }),
    price: (n) => change(some(n), { price_minor: n % 4 ? n * 10_000 : null }),
    feature: (n) => change(some(n), { featured_at: n % 2 ? at(n) : null }),
    // SQLite may reuse the newest row number.
    'delete the newest': async () => {
      const id = ids.pop()
      if (id) await database.db.deleteFrom('car_pictures').where('car_id', '=', id).execute()
      if (id) await database.db.deleteFrom('cars').where('id', '=', id).execute()
    },
    purge: () => purgeChangeLog(database.db, 2),
  }

  const look = (index: CarIndex) =>
    [
      {},
      { q: 'quattro' },
      { q: 'room', priceMin: 100_000 },
      { featured: '1' as const, yearMin: 2001 },
    ].flatMap((filters) => [
      index.count(filters),
      ...carSorts.map((sort) => index.find({ filters, sort, after: null, count: 7 })),
    ])

  it('match a fresh read after any changes', async () => {
    for (let n = 0; n < 20; n++) await list(n)
    const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(actions)), fc.nat({ max: 40 })), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        for (const [action, n] of steps) await actions[action]!(n)
        expect(look(index)).toEqual(look(createCarIndex(() => rowsOfSqlite(database.sqlite))))
      }),
      { numRuns: 60 },
    )
  })

  it('accept many new cars, in small or large batches', async () => {
    for (const count of [1, ...Array.from({ length: 9 }, () => 130), 300]) {
      look(index)
      await database.db.transaction().execute(async (trx) => {
        for (let n = 0; n < count; n++)
          await buildCar({ ...server.ctx, db: trx }, sellerId, {
            model_name: 'Roomster',
            year: 2001 + (n % 9),
          })
      })
      expect(look(index)).toEqual(look(createCarIndex(() => rowsOfSqlite(database.sqlite))))
    }
  })

  it('forget cars that are gone, however many come and go', async () => {
    const before = index.count({}).total
    for (let n = 0; n < 3; n++) {
      await database.db.transaction().execute(async (trx) => {
        const cars = Array.from({ length: 800 }, () => buildCar({ ...server.ctx, db: trx }, sellerId))
        for (const id of await Promise.all(cars)) {
          await trx.updateTable('cars').set({ state: 'sold' }).where('id', '=', id).execute()
        }
      })
      expect(index.count({}).total).toBe(before)
      expect(look(index)).toEqual(look(createCarIndex(() => rowsOfSqlite(database.sqlite))))
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
  const everything = { filters: {}, sort: 'newest', after: null, count: 10 } as const

  it('never returns data older than an acknowledged write, even with concurrent queries', async () => {
    const id = await buildCar(server.ctx, sellerId, { category_name: 'Tesla' })
    const other = await buildCar(server.ctx, sellerId)
    const asked = {
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
    let isOver = false
    const others = Object.values(asked).map(async (ask) => {
      while (!isOver) await ask()
    })
    try {
      for (let price = 1; price <= WRITES; price++) {
        const state = price % 2 ? 'sold' : 'instock'
        await server.ctx.db.transaction().execute(async (trx) => {
          await trx.updateTable('cars').set({ price_minor: price }).where('id', '=', id).execute()
          await trx.updateTable('cars').set({ state }).where('id', '=', other).execute()
          // Searches during the transaction return the state before it.
          await sleep(3)
        })
        const seen = await Promise.all(Object.values(asked).map((ask) => ask()))
        expect(seen).toEqual([price % 2 ? 1 : 2, price, price, price, price])
      }
    } finally {
      isOver = true
      await Promise.all(others)
    }
  })

  it('rejects a query as unavailable if it is killed, and answers in a new process', async () => {
    const program = join(folder, 'dies.mjs')
    const real = join(import.meta.dirname, '../../server/search/search-program.ts')
    writeFileSync(
      program,
      `process.once('message', () => process.kill(process.pid, 'SIGKILL')); await import('${real}')`,
    )
    const broken = (search = createSearchProcess(file, log, { program }))
    await expect(broken.find(everything)).rejects.toMatchObject({ code: 'service-unavailable' })
    await search.close()
    search = createSearchProcess(file, log)
    expect((await search.find(everything)).total).toBeGreaterThan(0)
  })

  it('gives up on a search that takes too long', async () => {
    const program = join(folder, 'hangs.mjs')
    writeFileSync(program, `process.send({ ready: true }); process.on('message', () => { for (;;); })`)
    search = createSearchProcess(file, log, { program, timeoutMs: 300 })
    await expect(search.count({})).rejects.toMatchObject({ code: 'service-unavailable' })
  })

  it('refuses more than can wait for it, and answers those that do', async () => {
    const program = join(folder, 'waits.mjs')
    writeFileSync(
      program,
      `process.on('disconnect', () => process.exit(0))
       process.send({ ready: true })
       process.on('message', ({ id }) => process.send({ id, found: id }))`,
    )
    const crowded = (search = createSearchProcess(file, log, { program }))
    const codeOf = (asked: Promise<unknown>) =>
      asked.then(
        () => 'found',
        ({ code }: ProblemError) => code,
      )
    const codes = await Promise.all(Array.from({ length: 300 }, () => codeOf(crowded.count({}))))
    expect(codes).toEqual([...Array<string>(256).fill('found'), ...Array<string>(44).fill('overloaded')])
  })

  describe('under load from one account', () => {
    const much = { network: '192.0.2.1', accountId: 'much' }
    /** A query that counts to a number so high that it takes a while. */
    const expensive = {
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000) select count(*) as n from n`,
      parameters: [],
    }
    const questions = {
      'row searches': (asked: CarSearch) => asked.read([expensive]),
      'searches of the market': (asked: CarSearch) => asked.find(everything),
      'lists of cars': (asked: CarSearch) =>
        asked.sortAndFilter({ states: ['instock'], sort: 'newest', offset: 0, after: null, count: 9 }),
    }

    it.each([
      ['row searches', { network: '192.0.2.2', accountId: 'little' }, 4],
      ['row searches', { network: '192.0.2.1', accountId: 'little' }, 4],
      ['row searches', { network: '192.0.2.2', accountId: null }, 4],
      ['searches of the market', { network: '192.0.2.2', accountId: 'little' }, 10],
      ['lists of cars', { network: '192.0.2.1', accountId: 'little' }, 10],
    ] as const)('%s delay those of other callers by only a few: %o', async (kind, little, few) => {
      const own = (search = createSearchProcess(file, log))
      const done: string[] = []
      const ask = async (asker: typeof little | typeof much) => {
        await questions[kind](own.by(asker))
        done.push(asker.accountId ?? 'stranger')
      }
      const all = Array.from({ length: 50 }, () => ask(much))
      all.push(ask(little))
      await Promise.all(all)
      const at = done.findIndex((account) => account !== 'much')
      expect([at >= 0, at <= few]).toEqual([true, true])
    })

    it('row searches never keep a search of the market waiting for more than those under way', async () => {
      const own = (search = createSearchProcess(file, log))
      const done: string[] = []
      const asked = Array.from({ length: 50 }, () => questions['row searches'](own.by(much)))
      const all = asked.map((one) => one.then(() => done.push('rows')))
      all.push(
        own
          .by(much)
          .count({})
          .then(() => done.push('count')),
      )
      await Promise.all(all)
      expect(done.indexOf('count')).toBeLessThanOrEqual(2)
    })

    it('the newest queries of the heaviest users are rejected under overload, even across several accounts', async () => {
      const program = join(folder, 'answers.mjs')
      writeFileSync(
        program,
        `process.on('disconnect', () => process.exit(0))
         process.send({ ready: true })
         process.on('message', ({ id }) => process.send({ id, found: id }))`,
      )
      const own = (search = createSearchProcess(file, log, { program }))
      const outcome = (asked: Promise<unknown>) =>
        asked.then(
          () => 'found',
          ({ code }: ProblemError) => code,
        )
      const flood = Array.from({ length: 256 }, (_, at) =>
        outcome(own.by({ network: '192.0.2.1', accountId: `much ${at % 3}` }).count({})),
      )
      const neighbor = outcome(own.by({ network: '192.0.2.1', accountId: 'little' }).count({}))
      const others = Array.from({ length: 20 }, (_, at) =>
        outcome(own.by({ network: `192.0.2.${at + 2}`, accountId: null }).count({})),
      )
      expect(await Promise.all([neighbor, ...others])).toEqual(Array<string>(21).fill('found'))
      const rejected = (await Promise.all(flood)).filter((code) => code === 'overloaded')
      expect(rejected).toHaveLength(21)
    })

    it('lists over HTTP count for the account that asks', async () => {
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
      const slow = await startTestServer({ context: { search: createSearchProcess(file, log, { program }) } })
      const [one, other] = [
        await buildPerson(slow.ctx, { role: 'admin' }),
        await buildPerson(slow.ctx, { role: 'admin' }),
      ]
      const done: string[] = []
      const list = async ({ id, token }: typeof one) => {
        expect((await call(slow.url, 'listUsers', { token, query: { offset: 0 } })).status).toBe(200)
        done.push(id)
      }
      const all = Array.from({ length: 40 }, () => list(one))
      await call(slow.url, 'getHealth')
      await Promise.all([...all, list(other)])
      expect(done.indexOf(other.id)).toBeLessThan(30)
      await slow.close()
    })

    it('those that waited are answered after one of them ended the process', async () => {
      const program = join(folder, 'hangs-at-one.mjs')
      writeFileSync(
        program,
        `process.on('disconnect', () => process.exit(0))
         process.send({ ready: true })
         process.on('message', ({ id, question }) => {
           if (question.read[0].sql === 'hang') for (;;);
           process.send({ id, found: [] })
         })`,
      )
      const own = (search = createSearchProcess(file, log, { program, timeoutMs: 300 }))
      const read = (sql: string) => own.by(much).read([{ sql, parameters: [] }])
      const hanging = ['hang', 'hang'].map((sql) => expect(read(sql)).rejects.toThrow())
      const waiting = Array.from({ length: 9 }, () => read('select 1'))
      await Promise.all(hanging)
      expect(await Promise.all(waiting)).toHaveLength(9)
    })
  })

  it('rejects pending queries when it is closed', async () => {
    const closing = createSearchProcess(file, log)
    const asked = closing.find(everything)
    await Promise.all([closing.close(), expect(asked).rejects.toMatchObject({ code: 'service-unavailable' })])
  })
})
