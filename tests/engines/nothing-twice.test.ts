import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withoutLock } from '../../server/db/engines/exclusively.ts'
import type { Db } from '../../server/db/tables.ts'
import { feedOutbox } from '../../server/features/newsletter/feed-outbox.ts'
import { recordReachedSubscriber } from '../../server/features/newsletter/sending.repository.ts'
import { insertMail } from '../../server/core/messages/mail.repository.ts'
import type { Mail } from '../../server/gateways/mail/mail.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import { call } from '../support/api-client.ts'
import { buildIssue, buildPerson, buildSubscriber } from '../support/factories.ts'
import { openGate } from '../support/gate.ts'
import { csvOf, lookAt, readFile } from '../support/imports.ts'
import { flakyMailServer } from '../support/flaky-mail-server.ts'
import { sendAll } from '../support/newsletter.ts'
import { atPort, createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Duration of an outage in milliseconds. It is long enough for the first attempt to detect it. */
const AWAY_MS = 100

/** Two processes that both believe they own a job, as happens when one loses its lock halfway through. */
let database: TestDatabase
let here: TestServer
let there: TestServer
const mail = flakyMailServer()

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const start = (tokenSecret?: string) =>
    startTestServer({
      config: { postgres: database.address, ...(tokenSecret && { tokenSecret }) },
      context: { exclusively: withoutLock, mail },
    })
  here = await start()
  there = await start(here.ctx.config.tokenSecret)
})

afterAll(async () => {
  await there?.close()
  await here?.close()
  await database?.drop()
})

it('sends each mail once', async () => {
  const { db, now } = here.ctx
  for (let at = 0; at < 20; at++)
    await insertMail(db, { recipient: `reader${at}@people.test`, subject: 'Hello', body: 'Hello' }, now())
  const sent = await Promise.all([here, there, here, there].map(({ ctx }) => sendWaitingMails(ctx)))
  expect(sent.reduce((sum, count) => sum + count)).toBe(20)
  expect(new Set(mail.sent.map(({ to }) => to)).size).toBe(20)
  expect(mail.sent).toHaveLength(20)
})

it('notes that a mail is out once the database is back', async () => {
  const gate = await openGate(Number(new URL(database.address.url).port))
  const notified: string[] = []
  const send = async ({ to }: Mail) => {
    notified.push(to)
    gate.shut()
    setTimeout(gate.open, AWAY_MS)
  }
  const cut = await startTestServer({
    config: { postgres: atPort(database.address, gate.port) },
    context: { exclusively: withoutLock, mail: { send } },
  })
  const { db, now } = cut.ctx
  await insertMail(db, { recipient: 'ada@people.test', subject: 'Receipt', body: 'Thank you.' }, now())
  await buildSubscriber(cut.ctx, { email: 'bo@people.test' })
  const author = await buildPerson(cut.ctx, { role: 'admin' })
  const issue = await buildIssue(cut.ctx, author.id, { state: 'sending' })
  for (const seconds of [0, 15 * 60]) {
    cut.advance(seconds)
    await sendAll(cut.ctx)
  }
  expect(notified).toEqual(['ada@people.test', 'bo@people.test'])
  const sent = db.selectFrom('newsletter_issues').select(['sent', 'failed']).where('id', '=', issue)
  expect(await sent.execute()).toEqual([{ sent: 1, failed: 0 }])
  await cut.close()
  await gate.close()
})

it('feeds the outbox once, however long a process stalls before its turn', async () => {
  for (let at = 0; at < 3; at++) await buildSubscriber(here.ctx, { email: `stalled${at}@people.test` })
  const author = await buildPerson(here.ctx, { role: 'admin' })
  const id = await buildIssue(here.ctx, author.id, { state: 'sending', subject: 'Once' })
  const goOn = async () => {
    await feedOutbox(here.ctx)
    await sendWaitingMails(here.ctx)
  }
  await feedOutbox({ ...there.ctx, db: stalled(there.ctx.db, goOn) })
  expect(await recordReachedSubscriber(here.ctx.db, { id, reached: 0 }, 1)).toBe(false)
  await sendAll(here.ctx)
  const copies = mail.sent.filter(({ subject }) => subject === 'Once').map(({ to }) => to)
  expect(copies).toContain('stalled2@people.test')
  expect(copies).toHaveLength(new Set(copies).size)
})

/** Returns a database that runs `meanwhile` before its next transaction begins. */
function stalled(db: Db, meanwhile: () => Promise<void>): Db {
  const execute: ReturnType<Db['transaction']>['execute'] = async (work) => {
    await meanwhile()
    return db.transaction().execute(work)
  }
  return new Proxy(db, {
    get: (_, key) => (key === 'transaction' ? () => ({ execute }) : Reflect.get(db, key).bind(db)),
  })
}

it('puts each row of a file in once, as one change set', async () => {
  const seller = await buildPerson(here.ctx, { account: 'seller' })
  const rows = Array.from({ length: 90 }, (_, at) => ({
    stock: `S${at}`,
    make: 'Audi',
    model: 'A4',
    year: 2021,
  }))
  const { _id: id } = await readFile(here, seller, csvOf(rows))
  const request = { token: seller.token, params: { id }, body: {} }
  expect((await call(here.url, 'applyImport', request)).status).toBe(200)
  for (let at = 0; at < 3; at++) there.ctx.imports.wake()
  await Promise.all([here.ctx.imports.idle(), there.ctx.imports.idle()])
  expect(await lookAt(here, seller, id)).toMatchObject({ state: 'applied' })
  const cars = await here.ctx.db
    .selectFrom('cars')
    .select('stock_no')
    .where('seller_id', '=', seller.id)
    .execute()
  expect(cars.map(({ stock_no }) => stock_no).sort()).toEqual(rows.map(({ stock }) => stock).sort())
  const sets = here.ctx.db.selectFrom('change_sets').select(['kind', 'count']).where('actor', '=', seller.id)
  expect(await sets.execute()).toEqual([{ kind: 'import', count: 90 }])
})
