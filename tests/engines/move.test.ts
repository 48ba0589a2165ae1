import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { Car } from '../../contract/cars/cars.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { writeCars } from '../../server/db/change-set.ts'
import type { Tables } from '../../server/db/tables.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildIssue, buildMake, buildReview, buildSubscriber } from '../support/factories.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import type { TestServer } from '../support/server.ts'
import { buildListData, type ListReaders } from '../server/list-test-data.ts'
import { startOnBoth, type BothEngines } from './both-engines.ts'

interface ReadersWithCar extends ListReaders {
  /** ID of a sold and edited car with photos. */
  car: string
}

/** Characters that SQLite or JSON handles specially. */
const odd = `Ä’\\ "quoted" \u{1f697} İstanbul ß\tTab\nnew line\u007f 'x'; {} \\u0041 ${'long '.repeat(300)} end `

async function build(server: TestServer): Promise<ReadersWithCar> {
  const { ctx } = server
  const readers = await buildListData(server)
  const { admin, dealer } = readers
  const car = await buildCar(ctx, dealer.id, {
    images: ['/images/a.webp', '/images/b.webp'],
    description: odd,
    price_minor: 9_007_199_254_740_991,
  })
  await writeCars(ctx, dealer, 'edit', (trx) =>
    trx
      .updateTable('cars')
      .set({ location: odd, mileage: null, year: 1999, contact: '' })
      .where('id', '=', car)
      .execute(),
  )
  await buildReview(ctx, admin.id, { text: odd })
  await buildMake(ctx, { name: 'Wartburg & Söhne' })
  await buildSubscriber(ctx)
  await buildSubscriber(ctx)
  await buildIssue(ctx, admin.id, { text: odd })
  await call(server.url, 'addFeed', { token: dealer.token, body: { kind: 'json' } })
  return { ...readers, car }
}

let bothEngines: BothEngines<ReadersWithCar>
beforeAll(async () => {
  bothEngines = await startOnBoth(build)
})
afterAll(() => bothEngines.close())

/** Tables that exist on one engine only, or differ between the engines. */
const engineTables = ['current_change', 'car_text', 'unfinished_move', 'schema_version', 'rate_counts']

async function tableNames({ ctx }: TestServer): Promise<(keyof Tables)[]> {
  const tables = await ctx.db.introspection.getTables()
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => name as keyof Tables)
  return names.filter((name) => !engineTables.includes(name) && !name.startsWith('car_text_')).sort()
}

/**
 * Columns that are not compared. Only Postgres stores a change's transaction, and the move omits the progress
 * of feed checks.
 */
const ownColumns = ['tx', 'checked_change', 'checked_seller']

/** Returns the rows as sorted strings. */
async function rowsOf({ ctx }: TestServer, table: keyof Tables): Promise<string[]> {
  const rows = await ctx.db.selectFrom(table).selectAll().execute()
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => !ownColumns.includes(name))
          .sort(),
      ),
    )
    .sort()
}

describe('migrated data', () => {
  it('contains every row of every table', async () => {
    const names = await tableNames(bothEngines.sqlite)
    expect(await tableNames(bothEngines.postgres)).toEqual(names)
    expect(names.length).toBeGreaterThan(30)
    for (const name of names)
      expect(await rowsOf(bothEngines.postgres, name), name).toEqual(await rowsOf(bothEngines.sqlite, name))
    for (const name of ['car_changes', 'audit', 'subscribers', 'change_log'] as const)
      expect((await rowsOf(bothEngines.postgres, name)).length, name).toBeGreaterThan(1)
    const feeds = await bothEngines.postgres.ctx.db.selectFrom('feeds').selectAll().execute()
    expect(feeds).toEqual([expect.objectContaining({ checked_change: 0, checked_seller: '' })])
  })

  it('produces identical responses for existing sessions', async () => {
    const { admin, dealer, car } = bothEngines.seeded
    const requests: [EndpointName, object][] = [
      ['getMe', { token: dealer.token }],
      ['listCars', { query: { limit: 200 } }],
      ['getCarFacets', { query: { q: 'ada' } }],
      ['getCar', { params: { id: car }, token: admin.token }],
      ['listCarChanges', { params: { id: car }, token: dealer.token }],
      ...(['listUsers', 'listPayments', 'listAudit', 'listReports', 'listAllCars'] as const).map(
        (name): [EndpointName, object] => [name, { token: admin.token, query: { limit: 200 } }],
      ),
      ['listSales', { token: dealer.token, query: { limit: 200 } }],
    ]
    for (const [name, request] of requests) {
      const before = await call<unknown>(bothEngines.sqlite.url, name, request)
      const after = await call<unknown>(bothEngines.postgres.url, name, request)
      expect([after.status, after.body], name).toEqual([200, before.body])
    }
  })

  it('remains writable: numbers, search words, counts, and the ledger continue from before', async () => {
    const { ctx, url } = bothEngines.postgres
    const { dealer } = bothEngines.seeded
    const countOf = async () =>
      (await ctx.db.selectFrom('categories').select('listed_count').where('name', '=', 'Audi').execute())[0]!
    const before = await countOf()
    const id = await buildCar(ctx, dealer.id, { model_name: 'Zeppelin', images: ['/images/z.webp'] })
    await writeCars(ctx, dealer, 'edit', (trx) =>
      trx.updateTable('cars').set({ year: 2001 }).where('id', '=', id).execute(),
    )
    const matchingCars = await call<Car[]>(url, 'listCars', { query: { q: 'zeppel' } })
    expect(matchingCars.body.map(({ _id }) => _id)).toEqual([id])
    expect(await countOf()).toEqual({ listed_count: before.listed_count + 1 })
    expect(await replayLedger(ctx.db)).toEqual(await readCarFields(ctx.db))
    await buildSubscriber(ctx)
    await expect(sql`delete from car_changes`.execute(ctx.db)).rejects.toThrow('append-only')
  })
})
