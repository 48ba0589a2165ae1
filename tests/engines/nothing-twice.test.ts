import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { runWithoutLock } from '../../server/db/engines/exclusive-runner.ts'
import type { Db } from '../../server/db/tables.ts'
import { feedOutbox } from '../../server/features/newsletter/feed-outbox.ts'
import { recordReachedSubscriber } from '../../server/features/newsletter/sending.repository.ts'
import { insertMail } from '../../server/core/messages/email.repository.ts'
import type { Mail } from '../../server/gateways/mail/mail.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import { call } from '../support/api-client.ts'
import { buildIssue, buildPerson, buildSubscriber } from '../support/factories.ts'
import { openGate } from '../support/gate.ts'
import { formatCsv, fetchImport, readFile } from '../support/imports.ts'
import { createFlakyMailServer } from '../support/flaky-mail-server.ts'
import { sendAll } from '../support/newsletter.ts'
import { replacePort, createTestDatabase, type TestDatabase } from '../support/postgres.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Duration of an outage in milliseconds. It is long enough for the first attempt to detect it. */
const AWAY_MS = 100

/** Two processes that both believe they own a job, as when one loses its lock halfway through. */
let database: TestDatabase
let server: TestServer
let otherServer: TestServer
const mail = createFlakyMailServer()

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const start = (tokenSecret?: string) =>
    startTestServer({
      config: { postgres: database.address, ...(tokenSecret && { tokenSecret }) },
      context: { exclusively: runWithoutLock, mail },
    })
  server = await start()
  otherServer = await start(server.ctx.config.tokenSecret)
})

afterAll(async () => {
  await otherServer?.close()
  await server?.close()
  await database?.drop()
})

it('concurrent processes send each mail once', async () => {
  const { db, now } = server.ctx
  for (let index = 0; index < 20; index++)
    await insertMail(db, { recipient: `reader${index}@people.test`, subject: 'Hello', body: 'Hello' }, now())
  const sentCounts = await Promise.all(
    [server, otherServer, server, otherServer].map(({ ctx }) => sendWaitingMails(ctx)),
  )
  expect(sentCounts.reduce((sum, count) => sum + count)).toBe(20)
  expect(new Set(mail.sent.map(({ to }) => to)).size).toBe(20)
  expect(mail.sent).toHaveLength(20)
})

it('a sent mail is recorded once the database is available again', async () => {
  const gate = await openGate(Number(new URL(database.address.url).port))
  const notified: string[] = []
  const send = async ({ to }: Mail) => {
    notified.push(to)
    gate.shut()
    setTimeout(gate.open, AWAY_MS)
  }
  const cut = await startTestServer({
    config: { postgres: replacePort(database.address, gate.port) },
    context: { exclusively: runWithoutLock, mail: { send } },
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
  const progress = db.selectFrom('newsletter_issues').select(['sent', 'failed']).where('id', '=', issue)
  expect(await progress.execute()).toEqual([{ sent: 1, failed: 0 }])
  await cut.close()
  await gate.close()
})

it('the outbox is filled once, even if a process stalls before its transaction', async () => {
  for (let index = 0; index < 3; index++)
    await buildSubscriber(server.ctx, { email: `stalled${index}@people.test` })
  const author = await buildPerson(server.ctx, { role: 'admin' })
  const id = await buildIssue(server.ctx, author.id, { state: 'sending', subject: 'Once' })
  const sendFromOtherProcess = async () => {
    await feedOutbox(server.ctx)
    await sendWaitingMails(server.ctx)
  }
  await feedOutbox({ ...otherServer.ctx, db: delayTransactions(otherServer.ctx.db, sendFromOtherProcess) })
  expect(await recordReachedSubscriber(server.ctx.db, { id, reached: 0 }, 1)).toBe(false)
  await sendAll(server.ctx)
  const copies = mail.sent.filter(({ subject }) => subject === 'Once').map(({ to }) => to)
  expect(copies).toContain('stalled2@people.test')
  expect(copies).toHaveLength(new Set(copies).size)
})

/** Returns a database that runs `runFirst` before its next transaction begins. */
function delayTransactions(db: Db, runFirst: () => Promise<void>): Db {
  const execute: ReturnType<Db['transaction']>['execute'] = async (work) => {
    await runFirst()
    return db.transaction().execute(work)
  }
  return new Proxy(db, {
    get: (_, key) => (key === 'transaction' ? () => ({ execute }) : Reflect.get(db, key).bind(db)),
  })
}

it('each row of a file is imported once, as one change set', async () => {
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  const rows = Array.from({ length: 90 }, (_, index) => ({
    stock: `S${index}`,
    make: 'Audi',
    model: 'A4',
    year: 2021,
  }))
  const { _id: id } = await readFile(server, seller, formatCsv(rows))
  const request = { token: seller.token, params: { id }, body: {} }
  expect((await call(server.url, 'applyImport', request)).status).toBe(200)
  for (let index = 0; index < 3; index++) otherServer.ctx.imports.wake()
  await Promise.all([server.ctx.imports.idle(), otherServer.ctx.imports.idle()])
  expect(await fetchImport(server, seller, id)).toMatchObject({ state: 'applied' })
  const cars = await server.ctx.db
    .selectFrom('cars')
    .select('stock_no')
    .where('seller_id', '=', seller.id)
    .execute()
  expect(cars.map(({ stock_no }) => stock_no).sort()).toEqual(rows.map(({ stock }) => stock).sort())
  const sets = server.ctx.db
    .selectFrom('change_sets')
    .select(['kind', 'count'])
    .where('actor', '=', seller.id)
  expect(await sets.execute()).toEqual([{ kind: 'import', count: 90 }])
})
