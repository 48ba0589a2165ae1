import { afterAll, expect, it } from 'vitest'
import { call } from '../support/api-client.ts'
import { buildIssue, buildPerson, buildSubscriber } from '../support/factories.ts'
import { createMailingProcess } from '../support/mailing-process.ts'
import { sendAll } from '../support/newsletter.ts'
import { startTestServer } from '../support/server.ts'
import { startSmtpServer } from '../support/smtp.ts'

const READERS = 45
const { databaseUrl, killAt, remove } = createMailingProcess()
afterAll(remove)

it('a server that is killed repeatedly sends a newsletter to each subscriber at most once', async () => {
  const smtp = await startSmtpServer()
  const firstServer = await startTestServer({ env: { DATABASE_URL: databaseUrl } })
  for (let n = 0; n < READERS; n++)
    await buildSubscriber(firstServer.ctx, { email: `reader${n}@people.test` })
  const admin = await buildPerson(firstServer.ctx, { role: 'admin' })
  const id = await buildIssue(firstServer.ctx, admin.id)
  expect((await call(firstServer.url, 'sendIssue', { params: { id }, token: admin.token })).status).toBe(200)
  await firstServer.close()

  for (const count of [7, 22]) await killAt(smtp, count)

  // An email in flight when the server is killed counts as failed once the mail server's response is overdue.
  const lastServer = await startTestServer({ env: { DATABASE_URL: databaseUrl, SMTP_URL: smtp.url } })
  await sendAll(lastServer.ctx)
  lastServer.advance(15 * 60)
  await sendAll(lastServer.ctx)
  const issue = await lastServer.ctx.db.selectFrom('newsletter_issues').selectAll().executeTakeFirstOrThrow()
  await lastServer.close()
  await smtp.close()

  const readerEmails = smtp.received.map(({ to }) => to)
  expect(new Set(readerEmails).size).toBe(readerEmails.length)
  expect(issue).toMatchObject({ state: 'sent', recipients: READERS })
  expect(issue.sent + issue.failed).toBe(READERS)
  // Only one email is in flight at a time, so each kill can make at most one fail.
  expect(issue.failed).toBeLessThanOrEqual(2)
  expect(readerEmails.length).toBeGreaterThanOrEqual(issue.sent)
}, 150_000)
