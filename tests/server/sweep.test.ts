import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertMail } from '../../server/core/messages/email.repository.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import { sweep } from '../../server/jobs/jobs.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildReport, buildReview } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const DAY = 24 * 3600

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

function count(table: 'undos' | 'reviews' | 'reports' | 'sessions' | 'mails' | 'webhook_events') {
  return server.ctx.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then((row) => row.count)
}

it('removes deleted items once the undo period ends, not earlier, and nothing else', async () => {
  const { id, token } = await buildPerson(server.ctx)
  const carId = await buildCar(server.ctx, id)
  const reviewId = await buildReview(server.ctx, id)
  await buildReview(server.ctx, id)
  const reportId = await buildReport(server.ctx, id, carId)
  await call(server.url, 'deleteReview', { params: { id: reviewId }, token })
  await call(server.url, 'deleteReport', { params: { id: reportId }, token })

  server.advance(50)
  await sweep(server.ctx)
  expect([await count('undos'), await count('reviews'), await count('reports')]).toEqual([2, 2, 1])
  server.advance(15)
  await sweep(server.ctx)
  expect([await count('undos'), await count('reviews'), await count('reports')]).toEqual([0, 1, 0])
})

it('removes sessions 30 days after they ended', async () => {
  const open = await buildPerson(server.ctx)
  const endedUser = await buildPerson(server.ctx)
  await call(server.url, 'logOut', { token: endedUser.token })
  await server.ctx.db
    .updateTable('sessions')
    .set({ expires_at: '2999-01-01T00:00:00.000Z' })
    .where('user_id', '=', open.id)
    .execute()
  const countRemaining = async () => {
    await sweep(server.ctx)
    const rows = await server.ctx.db.selectFrom('sessions').select('user_id').execute()
    return rows.map(({ user_id }) => user_id)
  }
  server.advance(29 * DAY)
  expect(await countRemaining()).toEqual(expect.arrayContaining([open.id, endedUser.id]))
  server.advance(2 * DAY)
  expect(await countRemaining()).toEqual([open.id])
})

it('removes mail a week after it was sent, and undeliverable mail after two weeks', async () => {
  const queueMail = (recipient: string) =>
    insertMail(server.ctx.db, { recipient, subject: 'Hello', body: '' }, server.ctx.now())
  await queueMail('sent@people.test')
  expect(await sendWaitingMails(server.ctx)).toBe(1)
  await queueMail('waiting@people.test')
  server.advance(6 * DAY)
  await sweep(server.ctx)
  expect(await count('mails')).toBe(2)
  server.advance(2 * DAY)
  await sweep(server.ctx)
  expect(await count('mails')).toBe(1)
  server.advance(7 * DAY)
  await sweep(server.ctx)
  expect(await count('mails')).toBe(0)
})

it("removes Stripe's events 30 days after they were handled", async () => {
  const now = server.ctx.now().toISOString()
  const event = { type: 'payment_intent.succeeded', payload: '{}', received_at: now }
  await server.ctx.db
    .insertInto('webhook_events')
    .values([
      { ...event, id: 'evt_1', handled_at: now },
      { ...event, id: 'evt_2', handled_at: null },
    ])
    .execute()
  server.advance(29 * DAY)
  await sweep(server.ctx)
  expect(await count('webhook_events')).toBe(2)
  server.advance(2 * DAY)
  await sweep(server.ctx)
  expect(await server.ctx.db.selectFrom('webhook_events').select('id').execute()).toEqual([{ id: 'evt_2' }])
})

it('removes uploads that were not claimed in time', async () => {
  const now = server.ctx.now()
  const picture = { thumb_url: '', medium_url: '', width: 1, height: 1, bytes: 1, user_id: null }
  const upload = { ...picture, created_at: now.toISOString() }
  const expiresAt = new Date(now.getTime() + 600_000).toISOString()
  await server.ctx.db
    .insertInto('uploads')
    .values([
      { ...upload, id: 'waiting', hash: 'a', url: '/a', expires_at: expiresAt },
      { ...upload, id: 'claimed', hash: 'b', url: '/b', expires_at: null },
    ])
    .execute()
  await sweep(server.ctx)
  const ids = async () =>
    (await server.ctx.db.selectFrom('uploads').select('id').execute()).map(({ id }) => id)
  expect((await ids()).sort()).toEqual(['claimed', 'waiting'])
  server.advance(601)
  await sweep(server.ctx)
  expect(await ids()).toEqual(['claimed'])
})
