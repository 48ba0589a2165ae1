import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropLedgerTriggers, toFieldName, installLedgerTriggers } from '../../server/db/ledger.ts'
import type { Db } from '../../server/db/tables.ts'
import type { Context } from '../../server/context.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { withOwnDatabase } from '../support/own-database.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function carOf(ctx: Context, fields: Parameters<typeof buildCar>[2] = {}): Promise<string> {
  const seller = await buildPerson(ctx, { account: 'seller' })
  return buildCar(ctx, seller.id, { images: ['/art/a.svg', '/art/b.svg'], ...fields })
}

const rowsOf = (db: Db, id: string) =>
  db.selectFrom('car_changes').selectAll().where('car', '=', id).orderBy('id').execute()

/** Builds a seller with a car, and returns a request in which the seller changes that car. */
async function changeOf(ctx: Context) {
  const seller = await buildPerson(ctx, { account: 'seller' })
  const ids = [await buildCar(ctx, seller.id)]
  return { token: seller.token, body: { ids, change: { location: 'Salem' } } }
}

async function expectInStep(db: Db): Promise<void> {
  expect(await replayLedger(db)).toEqual(await readCarFields(db))
}

describe('the ledger', () => {
  it('has every column of a car except the metadata of its row', async () => {
    const { db } = server.ctx
    const id = await carOf(server.ctx)
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select name, type from pragma_table_info('cars')`.execute(db)
    const { id: otherUserId } = await buildPerson(server.ctx)
    const values: Record<string, string> = { category_name: 'BMW', seller_id: otherUserId, state: 'sold' }
    const missingColumns: string[] = []
    for (const { name, type } of columns.filter((column) => column.name !== 'id')) {
      const value = values[name] ?? (type === 'INTEGER' ? 77 : 'changed')
      const before = (await rowsOf(db, id)).length
      await sql`update cars set ${sql.ref(name)} = ${value} where id = ${id}`.execute(db)
      const added = (await rowsOf(db, id)).slice(before)
      if (added.length === 0) missingColumns.push(name)
      else expect(added).toMatchObject([{ field: toFieldName(name), after: value }])
    }
    expect(missingColumns).toEqual([
      'version',
      'idempotency_key',
      'idempotency_digest',
      'price_label',
      'fees',
      'fees_minor',
      'shots',
    ])
    await expectInStep(db)
  })

  it('is protected from changes and deletions by the database', async () => {
    const { db } = server.ctx
    await carOf(server.ctx)
    await expect(sql`update car_changes set after = 'else'`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`update car_changes set at = at`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from car_changes`.execute(db)).rejects.toThrow('append-only')
    await db
      .insertInto('change_sets')
      .values({ id: 1, kind: 'edit', actor: null, at: '', count: 1, reverts: null })
      .execute()
    await expect(sql`update change_sets set actor = 'another', count = 0`.execute(db)).rejects.toThrow(
      /append-only/,
    )
    await expect(sql`update change_sets set count = 2`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from change_sets`.execute(db)).rejects.toThrow('append-only')
    await expectInStep(db)
  })

  it('cannot be overwritten in the database by any kind of statement', async () => {
    const { db } = server.ctx
    const [row] = await rowsOf(db, await carOf(server.ctx))
    await call(server.url, 'updateCars', await changeOf(server.ctx))
    const set = await db.selectFrom('change_sets').selectAll().limit(1).executeTakeFirstOrThrow()
    const overwrites = [
      sql`insert or replace into car_changes (id, car, version, at, field) values (${row!.id}, 'x', 1, '', 'vin')`,
      sql`insert or ignore into car_changes (id, car, version, at, field) values (${row!.id}, 'x', 1, '', 'vin')`,
      sql`insert into car_changes (id, car, version, at, field) values (${row!.id}, 'x', 1, '', 'vin')
        on conflict do update set field = 'vin'`,
      sql`update or replace car_changes set id = ${row!.id} where id <> ${row!.id}`,
      sql`replace into change_sets (id, kind, at, count) values (${set.id}, 'edit', '', 1)`,
      sql`insert into change_sets (id, kind, at, count) values (${set.id}, 'edit', '', 1)
        on conflict do update set count = 7`,
    ]
    for (const overwrite of overwrites) await expect(overwrite.execute(db)).rejects.toThrow('append-only')
    expect(await rowsOf(db, row!.car)).toEqual([row, ...(await rowsOf(db, row!.car)).slice(1)])
    expect(await db.selectFrom('change_sets').selectAll().where('id', '=', set.id).execute()).toEqual([set])
  })

  it('records a moved, replaced, or removed photo, and a removed car', async () => {
    const { db } = server.ctx
    const id = await carOf(server.ctx)
    const before = (await rowsOf(db, id)).length
    await db
      .updateTable('car_pictures')
      .set({ url: '/art/c.svg' })
      .where('car_id', '=', id)
      .where('position', '=', 1)
      .execute()
    await db.deleteFrom('car_pictures').where('car_id', '=', id).execute()
    expect((await rowsOf(db, id)).slice(before)).toMatchObject([
      { field: 'images/1', before: '/art/b.svg', after: '/art/c.svg' },
      { field: 'images/0', before: '/art/a.svg', after: null },
      { field: 'images/1', before: '/art/c.svg', after: null },
    ])
    await expectInStep(db)
    await db.deleteFrom('cars').where('id', '=', id).execute()
    await expectInStep(db)
  })

  it('forgets only the phone numbers and plates of a deleted account, previous and current', async () => {
    const { ctx } = server
    const seller = await buildPerson(ctx, { account: 'seller' })
    const id = await buildCar(ctx, seller.id, {
      contact: '555-0177',
      registration: 'QVX 447',
      location: 'Boise',
    })
    const change = { ids: [id], change: { selllerContact: '555-0178' } }
    await call(server.url, 'updateCars', { token: seller.token, body: change })
    const rowsBefore = await rowsOf(ctx.db, id)
    await call(server.url, 'deleteMe', { token: seller.token })
    const rows = await rowsOf(ctx.db, id)
    expect(JSON.stringify(rows)).not.toMatch(/555-017|QVX/)
    expect(JSON.stringify(rows)).toContain('Boise')
    expect(rows.slice(0, rowsBefore.length).map(({ at, field }) => [at, field])).toEqual(
      rowsBefore.map(({ at, field }) => [at, field]),
    )
    await expectInStep(ctx.db)
    const clearLocation = sql`update car_changes set after = json_set(after, '$.location', '') where car = ${id} and field = 'added'`
    await expect(clearLocation.execute(ctx.db)).rejects.toThrow('append-only')
  })
})

describe('a column that a migration adds or drops', () => {
  it('is recorded with the values set by the migration, and no longer after it is dropped', () =>
    withOwnDatabase(server.ctx, async (ctx) => {
      const { db } = ctx
      const [id, otherId] = [await carOf(ctx), await carOf(ctx)]
      await sql`alter table cars add column keys_count integer not null default 1`.execute(db)
      await sql`update cars set keys_count = 2 where id = ${id}`.execute(db)
      await installLedgerTriggers(db)
      await sql`update cars set keys_count = 3`.execute(db)
      const changesOfKeysCount = async (car: string) =>
        (await rowsOf(db, car)).filter(({ field }) => field === 'keysCount').map(({ after }) => after)
      expect([await changesOfKeysCount(id), await changesOfKeysCount(otherId)]).toEqual([[2, 3], [3]])
      await dropLedgerTriggers(db)
      await sql`alter table cars drop column keys_count`.execute(db)
      await installLedgerTriggers(db)
      await sql`update cars set location = 'Salem'`.execute(db)
      const changes = await rowsOf(db, id)
      expect(changes.map(({ field }) => field)).toEqual([
        'added',
        'images/0',
        'images/1',
        'keysCount',
        'keysCount',
        'location',
      ])
    }))
})
