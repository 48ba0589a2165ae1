import { sql, type Updateable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../server/context.ts'
import { inChangeSet } from '../../server/db/change-set.ts'
import { findRejection } from '../../server/db/engines/rejections.ts'
import { newId } from '../../server/db/id.ts'
import { eraseFromLedger } from '../../server/db/ledger.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { CarsTable, Db, Row } from '../../server/db/tables.ts'
import { buildCar, buildDeal, buildPurchase } from '../support/factories.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { engines, openEngine } from './open-engine.ts'

const AT = '2026-05-04T10:00:00.000Z'

describe.each(engines)('the triggers on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await openEngine(engine))
  })
  afterAll(() => close())

  let people = 0
  async function newSeller(fields: Partial<Row<'users'>> = {}): Promise<string> {
    const id = `seller-${++people}`
    await db
      .insertInto('users')
      .values({
        id,
        uid: id,
        email: `${id}@people.test`,
        email_verified: 1,
        full_name: 'Sam Seller',
        photo_url: '',
        account: 'seller',
        account_chosen: 1,
        saved_at: AT,
        role: 'user',
        verified: 1,
        created_at: AT,
        deleted_at: null,
        ...fields,
      })
      .execute()
    return id
  }

  async function newCar(fields: Parameters<typeof buildCar>[2] = {}, seller?: string): Promise<string> {
    const ctx = { db, now: () => new Date(AT) } as Context
    return buildCar(ctx, seller ?? (await newSeller()), fields)
  }

  const change = (id: string, values: Updateable<CarsTable>) =>
    db.updateTable('cars').set(values).where('id', '=', id).execute()
  const ledgerOf = (id: string) =>
    db
      .selectFrom('car_changes')
      .select(['field', 'before', 'after', 'actor', 'set'])
      .where('car', '=', id)
      .orderBy('id')
      .execute()
  const countListed = async (make: string) => {
    const row = await db
      .selectFrom('categories')
      .select('listed_count')
      .where('name', '=', make)
      .executeTakeFirst()
    return row!.listed_count
  }
  const rejectionOf = (write: Promise<unknown>) =>
    write.then(
      () => 'no refusal',
      (error: unknown) => findRejection(error) ?? error,
    )

  it('record each change of a car, with numbers as numbers and removed values as null', async () => {
    const id = await newCar({ images: ['/a.svg', '/b.svg'] })
    await change(id, { location: 'Salem', year: 2020, doors: 5, trim: 'Sport' })
    await change(id, { doors: null })
    await db
      .updateTable('car_pictures')
      .set({ url: '/c.svg' })
      .where('car_id', '=', id)
      .where('position', '=', 1)
      .execute()
    const [added, ...rows] = await ledgerOf(id)
    expect(added).toMatchObject({ field: 'added', before: null, actor: null, set: null })
    expect(JSON.parse(String(added!.after))).toMatchObject({
      location: 'Portland',
      year: 2021,
      engineCc: null,
    })
    const fields = rows.map(({ field, before, after }) => [field, before, after])
    expect(fields.slice(0, 2)).toEqual([
      ['images/0', null, '/a.svg'],
      ['images/1', null, '/b.svg'],
    ])
    expect(fields.slice(2, 6).sort()).toEqual([
      ['doors', null, 5],
      ['location', 'Portland', 'Salem'],
      ['trim', null, 'Sport'],
      ['year', 2021, 2020],
    ])
    expect(fields.slice(6)).toEqual([
      ['doors', 5, null],
      ['images/1', '/b.svg', '/c.svg'],
    ])
    expect(await replayLedger(db)).toEqual(await readCarFields(db))
  })

  it('record the author and change set of each change, but not of the next change', async () => {
    const [seller, id] = [await newSeller(), await newCar()]
    const author = { actorId: seller, now: new Date(AT) }
    const sets: number[] = []
    for (const location of ['Salem', 'Bend'])
      await db.transaction().execute((trx) =>
        inChangeSet(trx, author, { kind: 'edit' }, async (set) => {
          sets.push(set)
          await trx.updateTable('cars').set({ location }).where('id', '=', id).execute()
        }),
      )
    await change(id, { location: 'Hood River' })
    const rows = (await ledgerOf(id)).filter(({ field }) => field === 'location')
    expect(rows.map(({ after, actor, set }) => [after, actor, set])).toEqual([
      ['Salem', seller, sets[0]],
      ['Bend', seller, sets[1]],
      ['Hood River', null, null],
    ])
    expect(sets[1]).toBeGreaterThan(sets[0]!)
    const stored = await db
      .selectFrom('change_sets')
      .selectAll()
      .where('id', 'in', sets)
      .orderBy('id')
      .execute()
    expect(stored.map(({ kind, actor, count }) => [kind, actor, count])).toEqual([
      ['edit', seller, 1],
      ['edit', seller, 1],
    ])
  })

  it('reject changes, deletions, and replacements in the ledger', async () => {
    await newCar()
    for (const statement of [
      `update car_changes set at = 'never'`,
      'delete from car_changes',
      `insert into car_changes (id, car, version, at, field) select id, car, version, at, field from car_changes limit 1`,
      `update change_sets set actor = 'another'`,
      'update change_sets set count = count + 1',
      'delete from change_sets',
    ]) {
      const rejection = await rejectionOf(sql.raw(statement).execute(db))
      expect(rejection, statement).toMatchObject({
        kind: 'guard',
        message: expect.stringContaining('append-only'),
      })
    }
  })

  it('reject changes and deletions in the books, even after the next start', async () => {
    const buyer = await newSeller()
    const ctx = { db, now: () => new Date(AT) } as Context
    await buildDeal(ctx, await buildPurchase(ctx, buyer, await newCar(), { state: 'paid' }))
    await migrate(db)
    for (const statement of ['update ledger_entries set amount = 0', 'delete from ledger_entries']) {
      const rejection = await rejectionOf(sql.raw(statement).execute(db))
      expect(rejection, statement).toMatchObject({
        kind: 'guard',
        message: expect.stringContaining('append-only'),
      })
    }
  })

  it('allow personal data to be erased only after the account is deleted', async () => {
    const seller = await newSeller()
    const id = await newCar({ contact: '555-0199' }, seller)
    await change(id, { contact: '555-0177', location: 'Salem' })
    expect(await rejectionOf(eraseFromLedger(db, [id]))).toMatchObject({ kind: 'guard' })
    await db.updateTable('users').set({ deleted_at: AT }).where('id', '=', seller).execute()
    await eraseFromLedger(db, [id])
    const rows = await ledgerOf(id)
    expect(JSON.stringify(rows)).not.toContain('555-01')
    expect(JSON.stringify(rows)).toContain('Salem')
    const [, contact] = rows.filter(({ field }) => field === 'added' || field === 'contact')
    expect(contact).toMatchObject({ before: '', after: '' })
  })

  it('count the listed cars of a make', async () => {
    const before = await countListed('Audi')
    const id = await newCar()
    expect(await countListed('Audi')).toBe(before + 1)
    const tesla = await countListed('Tesla')
    await change(id, { category_name: 'Tesla' })
    expect([await countListed('Audi'), await countListed('Tesla')]).toEqual([before, tesla + 1])
    await change(id, { state: 'withdrawn' })
    expect(await countListed('Tesla')).toBe(tesla)
  })

  it('number listed cars and log the topics that each commit changed', async () => {
    const id = await newCar()
    const numberOf = async () => {
      const row = await db
        .selectFrom('listed_cars')
        .select('number')
        .where('car_id', '=', id)
        .executeTakeFirst()
      return row?.number
    }
    const number = await numberOf()
    const inCarList = `car ${id}`
    /** Returns the `car` and `listed` topics that a write to the car produces. */
    async function topicsOf(values: Updateable<CarsTable>): Promise<string[]> {
      await db.deleteFrom('change_log').execute()
      await change(id, values)
      const rows = await db.selectFrom('change_log').select('topics').execute()
      const topics = rows.flatMap((row) => row.topics.split('\n'))
      return [...new Set(topics.filter((topic) => /^(car|listed) /.test(topic)))].sort()
    }
    expect(await topicsOf({ description: 'Another text.' })).toEqual([`listed ${number}`])
    expect(await topicsOf({ price_minor: 1 })).toEqual([inCarList, `listed ${number}`])
    expect(await topicsOf({ state: 'sold' })).toEqual([inCarList, `listed ${number}`])
    expect(await numberOf()).toBeUndefined()
    expect(await topicsOf({ description: 'A third text.' })).toEqual([])
    const [, returned] = await topicsOf({ state: 'instock' })
    expect(returned).toBe(`listed ${await numberOf()}`)
  })

  it('remove a row’s undo data on any write to the row', async () => {
    const author = await newSeller()
    const [first, second] = [newId(), newId()]
    for (const id of [first, second]) {
      const review = { id, author_id: author, half_stars: 9, text: 'Fine.', created_at: AT }
      await db.insertInto('reviews').values(review).execute()
    }
    await db
      .insertInto('undos')
      .values({ id: first, user_id: author, kind: 'review', expires_at: AT })
      .execute()
    for (const id of [first, second])
      await db.insertInto('undo_rows').values({ undo_id: first, row_id: id, before: null }).execute()
    await db.updateTable('reviews').set({ text: 'Good.' }).where('id', '=', second).execute()
    const remainingRows = await db
      .selectFrom('undo_rows')
      .select('row_id')
      .where('undo_id', '=', first)
      .execute()
    expect(remainingRows).toEqual([{ row_id: first }])
    await db.deleteFrom('undos').where('id', '=', first).execute()
    expect(await db.selectFrom('undo_rows').selectAll().where('undo_id', '=', first).execute()).toEqual([])
    await db.deleteFrom('reviews').where('author_id', '=', author).execute()
  })

  it('count reviews by their stars', async () => {
    const author = await newSeller()
    const write = (id: string, half_stars: number) =>
      db
        .insertInto('reviews')
        .values({
          id,
          author_id: author,
          half_stars,
          text: 'Fine.',
          created_at: AT,
          deleted_at: null,
          idempotency_key: null,
          idempotency_digest: null,
          purchase_id: null,
          car_name: null,
        })
        .execute()
    const counts = async () =>
      Object.fromEntries(
        (await db.selectFrom('review_counts').selectAll().execute()).map((row) => [
          row.half_stars,
          row.count,
        ]),
      )
    await write('one', 9)
    await write('two', 9)
    expect(await counts()).toEqual({ 9: 2 })
    await db.updateTable('reviews').set({ half_stars: 7 }).where('id', '=', 'one').execute()
    await db.updateTable('reviews').set({ deleted_at: AT }).where('id', '=', 'two').execute()
    expect(await counts()).toEqual({ 7: 1, 9: 0 })
  })

  it('reject a second car with the same VIN on the market', async () => {
    const vin = '1HGCM82633A004352'
    const seller = await newSeller()
    await newCar({ vin }, seller)
    const draft = await newCar({ vin, state: 'draft' }, seller)
    expect(await rejectionOf(change(draft, { state: 'instock' }))).toEqual({
      kind: 'guard',
      message: 'vin-listed',
    })
    expect(await rejectionOf(newCar({ vin }))).toEqual({ kind: 'guard', message: 'vin-in-review' })
    const otherCar = await newCar({ vin, cleared_vin: vin })
    expect(await rejectionOf(change(otherCar, { location: 'Salem' }))).toBe('no refusal')
  })

  it('reject listing a car that is held', async () => {
    const heldCar = await newCar({ state: 'in-review', held_vin: '1HGCM82633A004352' })
    expect(await rejectionOf(change(heldCar, { state: 'instock' }))).toEqual({
      kind: 'guard',
      message: 'vin-in-review',
    })
  })

  it('reject a seller’s duplicate stock number, ignoring the case of A to Z', async () => {
    const seller = await newSeller()
    await newCar({ stock_no: 'A-1é' }, seller)
    expect(await rejectionOf(newCar({ stock_no: 'a-1é' }, seller))).toMatchObject({
      kind: 'unique',
      what: expect.stringContaining('stock_n'),
    })
    expect(await rejectionOf(newCar({ stock_no: 'a-1É' }, seller))).toBe('no refusal')
    expect(await rejectionOf(newCar({ stock_no: 'a-1é' }))).toBe('no refusal')
  })
})
