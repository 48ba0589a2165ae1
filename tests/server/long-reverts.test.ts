import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangeSet, Reverted } from '../../contract/cars/car-changes.ts'
import { REVERT_BATCH_CARS } from '../../contract/cars/change-limits.ts'
import { call } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { addImportedCars } from '../support/imports.ts'
import { readCarFields, replayLedger } from '../support/ledger.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Number of cars. `npm run test:full` raises it. */
const CARS = Number(process.env.REVERT_CARS ?? 1200)
const TIMEOUT = 60_000 + CARS * 30

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function importCars(count: number): Promise<{ seller: Person; set: string }> {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  return { seller, set: await addImportedCars(server.ctx, seller, count) }
}

const revert = ({ token }: Person, id: string, body: object = {}) =>
  call<Reverted & { code: string }>(server.url, 'revertChangeSet', { token, params: { id }, body })
const undo = ({ token }: Person, id: string) =>
  call<{ restored: number; code: string }>(server.url, 'undo', { token, params: { id } })
const readSet = async ({ token }: Person, id: string) =>
  (await call<ChangeSet>(server.url, 'getChangeSet', { token, params: { id } })).body

async function countCars({ id }: Person): Promise<number> {
  const rows = await server.ctx.db
    .selectFrom('cars')
    .select('id')
    .where('seller_id', '=', id)
    .where('hidden_at', 'is', null)
    .execute()
  return rows.length
}

it(
  'a set of 1,000 cars is reverted before the answer, and its undo too',
  async () => {
    const { seller, set } = await importCars(REVERT_BATCH_CARS)
    const { status, body } = await revert(seller, set)
    expect([status, body.reverted, await countCars(seller)]).toEqual([200, REVERT_BATCH_CARS, 0])
    expect(await readSet(seller, set)).not.toHaveProperty('revert')
    const undoResponse = await undo(seller, body.undoId!)
    expect([undoResponse.status, undoResponse.body.restored]).toEqual([200, REVERT_BATCH_CARS])
    expect(await countCars(seller)).toBe(REVERT_BATCH_CARS)
  },
  TIMEOUT,
)

it(
  'a larger set is reverted after the answer, and can be undone in the minute after its end',
  async () => {
    const { seller, set } = await importCars(CARS)
    const { status, body } = await revert(seller, set)
    expect([status, body]).toEqual([
      202,
      { acknowledged: true, reverted: CARS, stayed: [], undoId: expect.any(String) as string },
    ])
    await server.ctx.longReverts.idle()
    expect(await countCars(seller)).toBe(0)
    expect(await readSet(seller, set)).toMatchObject({
      revertedCount: CARS,
      revert: { state: 'reverted', done: CARS, total: CARS, reverted: CARS, undoId: body.undoId },
    })

    server.advance(50)
    const undoResponse = await undo(seller, body.undoId!)
    expect([undoResponse.status, undoResponse.body.restored]).toEqual([202, CARS])
    await server.ctx.longReverts.idle()
    expect(await countCars(seller)).toBe(CARS)
    const setAfter = await readSet(seller, set)
    expect(setAfter).toMatchObject({ revertedCount: 0, revert: { state: 'undone', done: CARS } })
    expect(setAfter.revert).not.toHaveProperty('undoId')
    expect((await undo(seller, body.undoId!)).status).toBe(404)
    expect(await replayLedger(server.ctx.db)).toEqual(await readCarFields(server.ctx.db))
  },
  TIMEOUT,
)

it(
  'treats a second request as the same revert, queues an undo, and rejects other callers',
  async () => {
    const { seller, set } = await importCars(REVERT_BATCH_CARS + 100)
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const [first, second] = await Promise.all([revert(seller, set), revert(seller, set)])
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.body.undoId).toBe(first.body.undoId)
    const rejectedRevert = await revert(admin, set)
    expect([rejectedRevert.status, rejectedRevert.body.code]).toEqual([409, 'revert-running'])

    const setDuring = await readSet(seller, set)
    expect(setDuring.revert).toMatchObject({ state: 'reverting', total: REVERT_BATCH_CARS + 100 })
    const undoResponse = await undo(seller, first.body.undoId!)
    expect(undoResponse.status).toBe(202)
    expect((await undo(seller, first.body.undoId!)).status).toBe(202)
    expect((await revert(seller, set)).body.code).toBe('revert-running')
    const steps = new Set<number>()
    for (let now = (await readSet(seller, set)).revert; now?.state !== 'undone';) {
      if (now?.state === 'undoing') steps.add(now.done)
      now = (await readSet(seller, set)).revert
    }
    expect(steps.size, 'the undo says how far it is').toBeGreaterThan(2)
    await server.ctx.longReverts.idle()
    expect(await countCars(seller)).toBe(REVERT_BATCH_CARS + 100)
    const { revert: endedRevert } = await readSet(seller, set)
    expect(endedRevert).toMatchObject({ state: 'undone', reverted: REVERT_BATCH_CARS + 100 })

    // The undo also changed each car, so no car is in the state that the set produced.
    const repeatedResponse = await revert(seller, set)
    expect([repeatedResponse.status, repeatedResponse.body.undoId === first.body.undoId]).toEqual([
      202,
      false,
    ])
    await server.ctx.longReverts.idle()
    expect((await readSet(seller, set)).revert).toMatchObject({ state: 'reverted', reverted: 0 })
    expect((await undo(seller, repeatedResponse.body.undoId!)).status).toBe(404)
  },
  TIMEOUT,
)

it(
  'skips cars sold, being paid for, or edited since, and does not undo cars edited later',
  async () => {
    const { seller, set } = await importCars(REVERT_BATCH_CARS + 3)
    const { db } = server.ctx
    const cars = await db
      .selectFrom('cars')
      .select('id')
      .where('seller_id', '=', seller.id)
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    const [sold, reserved, edited] = cars.map(({ id }) => id) as [string, string, string]
    await db.updateTable('cars').set({ state: 'sold' }).where('id', '=', sold).execute()
    await db.updateTable('cars').set({ state: 'reserved' }).where('id', '=', reserved).execute()
    await db.updateTable('cars').set({ location: 'Boise' }).where('id', '=', edited).execute()
    const { body } = await revert(seller, set)
    await server.ctx.longReverts.idle()
    const { revert: endedRevert } = await readSet(seller, set)
    expect(endedRevert).toMatchObject({ state: 'reverted', reverted: REVERT_BATCH_CARS, stayedCount: 3 })
    expect(new Map(endedRevert!.stayed.map(({ carID, reason }) => [carID, reason]))).toEqual(
      new Map([
        [sold, 'sold'],
        [reserved, 'reserved'],
        [edited, 'changed'],
      ]),
    )
    const [editedCar] = await db
      .selectFrom('cars')
      .select('id')
      .where('seller_id', '=', seller.id)
      .where('hidden_at', 'is not', null)
      .limit(1)
      .execute()
    await db.updateTable('cars').set({ location: 'Salem' }).where('id', '=', editedCar!.id).execute()
    expect((await undo(seller, body.undoId!)).body.restored).toBe(REVERT_BATCH_CARS - 1)
    await server.ctx.longReverts.idle()
    const states = await db
      .selectFrom('cars')
      .select(['id', 'state', 'hidden_at'])
      .where('id', 'in', [sold, reserved, edited, editedCar!.id])
      .execute()
    expect(
      Object.fromEntries(
        states.map(({ id, state, hidden_at }) => [id, hidden_at === null ? state : 'deleted']),
      ),
    ).toEqual({
      [sold]: 'sold',
      [reserved]: 'reserved',
      [edited]: 'draft',
      [editedCar!.id]: 'deleted',
    })
    expect(await countCars(seller)).toBe(REVERT_BATCH_CARS + 2)
  },
  TIMEOUT,
)

it(
  'stops the revert of an admin who loses the role',
  async () => {
    const { seller, set } = await importCars(REVERT_BATCH_CARS + 200)
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const { body } = await revert(admin, set)
    await server.ctx.db.updateTable('users').set({ role: 'user' }).where('id', '=', admin.id).execute()
    await server.ctx.longReverts.idle()
    const { revert: endedRevert } = await readSet(seller, set)
    expect(endedRevert).toMatchObject({
      state: 'stopped',
      message: expect.stringContaining('no longer') as string,
    })
    expect(await countCars(seller)).toBeGreaterThan(0)
    expect((await undo(seller, body.undoId!)).status).toBe(404)
  },
  TIMEOUT,
)

it(
  'all cars of a deleted account are withdrawn, in one change set',
  async () => {
    const { seller } = await importCars(CARS)
    const { token } = seller
    expect((await call(server.url, 'deleteMe', { token })).status).toBe(200)
    await server.ctx.erasures.idle()
    const { db } = server.ctx
    const cars = await db
      .selectFrom('cars')
      .select(['state', 'contact', 'registration'])
      .distinct()
      .where('seller_id', '=', seller.id)
      .execute()
    expect(cars).toEqual([{ state: 'withdrawn', contact: '', registration: '' }])
    const sets = await db
      .selectFrom('change_sets')
      .select('count')
      .where('actor', '=', seller.id)
      .where('kind', '=', 'delete-account')
      .execute()
    expect(sets).toEqual([{ count: CARS + 1 }])
    expect(await db.selectFrom('job_erasures').selectAll().execute()).toEqual([])
  },
  TIMEOUT,
)

it(
  'deletes an account without waiting for another user’s revert',
  async () => {
    const { seller, set } = await importCars(REVERT_BATCH_CARS + 200)
    const otherUser = await buildPerson(server.ctx)
    expect((await revert(seller, set)).status).toBe(202)
    expect((await call(server.url, 'deleteMe', { token: otherUser.token })).status).toBe(200)
    expect((await readSet(seller, set)).revert?.state).toBe('reverting')
    await server.ctx.longReverts.idle()
  },
  TIMEOUT,
)

it('a failed batch is retried after 1 second, then after 2, without delaying other accounts', async () => {
  const { db, erasures, now } = server.ctx
  const [stuckUser, other] = [await buildPerson(server.ctx), await buildPerson(server.ctx)]
  const timestamp = now().toISOString()
  const broken = { step: 'none' as 'cars', created_at: timestamp, next_attempt_at: timestamp }
  await db
    .insertInto('job_erasures')
    .values({ user_id: stuckUser.id, actor_id: stuckUser.id, ...broken })
    .execute()
  async function countAttempts(): Promise<number | undefined> {
    erasures.wake()
    await erasures.idle()
    const row = await db.selectFrom('job_erasures').select('attempts').executeTakeFirst()
    return row?.attempts
  }
  expect(await countAttempts()).toBe(1)
  expect(await countAttempts()).toBe(1)
  server.advance(1.1)
  expect(await countAttempts()).toBe(2)
  server.advance(1.1)
  expect(await countAttempts()).toBe(2)
  expect((await call(server.url, 'deleteMe', { token: other.token })).status).toBe(200)
  await erasures.idle()
  expect(await db.selectFrom('job_erasures').select('user_id').execute()).toEqual([{ user_id: stuckUser.id }])
  await db.updateTable('job_erasures').set({ step: 'cars' }).execute()
  server.advance(1.1)
  expect(await countAttempts()).toBeUndefined()
})
