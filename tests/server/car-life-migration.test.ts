import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, migrations } from '../../server/db/migrate.ts'
import type { Db } from '../../server/db/tables.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { withOwnDatabase } from '../support/own-database.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const BEFORE = migrations.findIndex(({ name }) => name === '0026-car-life')

/** What there is beside the tables' columns, whose order is another. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema
    where type in ('trigger', 'index') and sql is not null`.execute(db)
  return rows.map((row) => row.sql).sort()
}

it('hides what was deleted until then, keeps the others, and brings every trigger and index back', () =>
  withOwnDatabase(server.ctx, async ({ db, ...ctx }) => {
    const seller = await buildPerson({ ...ctx, db }, { account: 'seller' })
    const [listed, gone] = [
      await buildCar({ ...ctx, db }, seller.id),
      await buildCar({ ...ctx, db }, seller.id),
    ]
    const schema = await schemaOf(db)
    await migrate(db, BEFORE)
    await db.updateTable('cars').set({ state: 'withdrawn' }).where('id', '=', gone).execute()
    await migrate(db)
    expect(await schemaOf(db)).toEqual(schema)
    const cars = await db.selectFrom('cars').select(['id', 'state', 'hidden_at', 'listed_at']).execute()
    const of = (id: string) => cars.find((car) => car.id === id)
    expect(of(listed)).toMatchObject({
      state: 'instock',
      hidden_at: null,
      listed_at: expect.any(String) as string,
    })
    expect(of(gone)).toMatchObject({ state: 'withdrawn', hidden_at: expect.any(String) as string })
  }))

it('goes back with every car: as sold, or off the market', () =>
  withOwnDatabase(server.ctx, async ({ db, ...ctx }) => {
    const seller = await buildPerson({ ...ctx, db }, { account: 'seller' })
    for (const state of ['draft', 'preparing', 'archived', 'sold-elsewhere', 'reserved'] as const)
      await buildCar({ ...ctx, db }, seller.id, {
        state,
        posted_at: `${state} of old`,
        ...(state === 'draft' && { category_name: null }),
      })
    await migrate(db, BEFORE)
    const { rows } = await sql<{ state: string; make: string }>`
      select state, category_name as make from cars order by posted_at`.execute(db)
    expect(rows.map(({ state }) => state)).toEqual([
      'withdrawn',
      'withdrawn',
      'withdrawn',
      'reserved',
      'sold',
    ])
    expect(rows.every(({ make }) => make !== null)).toBe(true)
  }))
