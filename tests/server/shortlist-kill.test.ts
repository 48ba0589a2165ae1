import { afterAll, expect, it } from 'vitest'
import { createSearchMatcher } from '../../server/features/searches/match-searches.ts'
import { sendShortlistAlerts } from '../../server/features/shortlist/send-shortlist-alerts.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { createMailingProcess } from '../support/mailing-process.ts'
import { startTestServer } from '../support/server.ts'
import { startSmtpServer } from '../support/smtp.ts'

const USERS = 40
const { databaseUrl, killAt, remove } = createMailingProcess()
afterAll(remove)

const idOf = (message: string) => /^message-id: (.*)$/im.exec(message)?.[1]

it('a server that is killed during its jobs queues one email per user, and repeats it only with its ID', async () => {
  const smtp = await startSmtpServer()
  const first = await startTestServer({ env: { DATABASE_URL: databaseUrl } })
  const seller = await buildPerson(first.ctx, { account: 'seller' })
  const car = await buildCar(first.ctx, seller.id)
  await createSearchMatcher()(first.ctx)
  for (let n = 0; n < USERS; n++) {
    const { token } = await buildPerson(first.ctx, { email: `watcher${n}@people.test` })
    await call(first.url, 'setShortlistEmails', { token, body: { every: 'immediately' } })
    await call(first.url, 'addToShortlist', { token, params: { carID: car } })
  }
  const change = { price_minor: 2_000_000, resell_price: '20,000' }
  await first.ctx.db.updateTable('cars').set(change).where('id', '=', car).execute()
  await first.close()

  for (const count of [1, 15]) await killAt(smtp, count)

  const last = await startTestServer({ env: { DATABASE_URL: databaseUrl, SMTP_URL: smtp.url } })
  for (let n = 0; n < 3; n++) {
    await createSearchMatcher()(last.ctx)
    await sendShortlistAlerts(last.ctx)
    await sendWaitingMails(last.ctx)
    last.advance(15 * 60)
  }
  const mails = await last.ctx.db.selectFrom('mails').select(['id', 'sent_at']).execute()
  await last.close()
  await smtp.close()

  expect(mails).toHaveLength(USERS)
  expect(mails.every(({ sent_at: at }) => at !== null)).toBe(true)
  expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(USERS)
  expect(new Set(smtp.received.map(({ message }) => idOf(message))).size).toBe(USERS)
}, 150_000)

it('an email that the mail server did not acknowledge is sent again with the same Message-ID', async () => {
  const smtp = await startSmtpServer()
  const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
  const seller = await buildPerson(server.ctx, { account: 'seller' })
  const car = await buildCar(server.ctx, seller.id)
  await createSearchMatcher()(server.ctx)
  const user = await buildPerson(server.ctx, { email: 'cut@people.test' })
  await call(server.url, 'setShortlistEmails', { token: user.token, body: { every: 'immediately' } })
  await call(server.url, 'addToShortlist', { token: user.token, params: { carID: car } })
  await server.ctx.db.updateTable('cars').set({ state: 'sold' }).where('id', '=', car).execute()
  for (let n = 0; n < 2; n++) {
    await createSearchMatcher()(server.ctx)
    await sendShortlistAlerts(server.ctx)
    await sendWaitingMails(server.ctx)
    server.advance(24 * 3600)
  }
  await server.close()
  await smtp.close()
  const ids = smtp.received.map(({ message }) => idOf(message))
  expect(ids).toHaveLength(2)
  expect(ids[0]).toMatch(/^<.+@.+>$/)
  expect(ids[1]).toBe(ids[0])
  expect(smtp.received[0]!.message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
}, 60_000)
