import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueSummary, type Issue, type IssueSummary } from '../../contract/newsletter.ts'
import { insertMail } from '../../server/core/messages/email.repository.ts'
import { createMailGateway } from '../../server/gateways/mail/mail-gateway.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import { feedOutbox, OUTBOX_SHARE } from '../../server/features/newsletter/feed-outbox.ts'
import { sweep } from '../../server/jobs/jobs.ts'
import { call } from '../support/api-client.ts'
import { buildIssue, buildPerson, buildSubscriber, type Person } from '../support/factories.ts'
import { createFlakyMailServer } from '../support/flaky-mail-server.ts'
import { sendAll } from '../support/newsletter.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts'
import { startSmtpServer } from '../support/smtp.ts'

const closables: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const item of closables.splice(0).reverse()) await item.close()
})

let mail = createFlakyMailServer()
beforeEach(() => {
  mail = createFlakyMailServer()
})

interface NewsletterApp extends TestServer {
  admin: Person
  call<T>(name: Parameters<typeof call>[1], request?: Parameters<typeof call>[2]): ReturnType<typeof call<T>>
}

async function open(options: TestServerOptions = {}): Promise<NewsletterApp> {
  const server = await startTestServer({ context: { mail }, ...options })
  closables.push(server)
  const admin = await buildPerson(server.ctx, { role: 'admin' })
  let caller = admin
  let signedInAt = server.ctx.now().getTime()
  return {
    ...server,
    admin,
    async call(name, request) {
      const now = server.ctx.now().getTime()
      // Sessions expire, so an admin signs in again if the test has advanced the clock by more than an hour.
      if (now - signedInAt > 3600_000) {
        caller = await buildPerson(server.ctx, { role: 'admin' })
        signedInAt = now
      }
      return call(server.url, name, { token: caller.token, ...request })
    },
  }
}

async function addSubscribers({ ctx }: TestServer, count: number) {
  const tokens = []
  for (let n = 0; n < count; n++) tokens.push(await buildSubscriber(ctx, { email: `reader${n}@people.test` }))
  return tokens
}

const draftOf = ({ ctx, admin }: NewsletterApp, fields = {}) => buildIssue(ctx, admin.id, fields)

async function read(app: NewsletterApp, id: string): Promise<Issue> {
  const { status, body } = await app.call<Issue>('getIssue', { params: { id } })
  expect(status).toBe(200)
  return body
}

const recipients = () => mail.sent.map(({ to }) => to).sort()

describe('a draft', () => {
  let app: NewsletterApp
  let close: () => Promise<void>
  beforeAll(async () => {
    app = await open()
    close = closables.pop()!.close
  })
  afterAll(() => close())
  const body = { subject: 'October', text: 'Three **Teslas**.' }

  it('can be saved incomplete, and is listed without its text', async () => {
    const { body: added } = await app.call<{ insertedId: string }>('addIssue', {
      body: { subject: '', text: 'Three' },
    })
    const issue = await read(app, added.insertedId)
    expect(issue).toMatchObject({ subject: '', text: 'Three', state: 'draft', version: 1, recipients: 0 })
    const { body: list } = await app.call<IssueSummary[]>('listIssues')
    expect(list[0]).toEqual(issueSummary.parse(issue))
  })

  it('is created once, even if its first save is repeated', async () => {
    const headers = { 'idempotency-key': 'a-first-save' }
    const saveText = (text: string) =>
      app.call<{ insertedId: string; code?: string }>('addIssue', { body: { ...body, text }, headers })
    const firstSave = await saveText('Once')
    expect((await saveText('Once')).body).toEqual(firstSave.body)
    expect((await saveText('Twice')).body).toMatchObject({ status: 422, code: 'key-reused' })
  })

  it('replaces only the version that was edited, never a newer version', async () => {
    const id = await draftOf(app)
    const save = (subject: string, version: number) =>
      app.call('updateIssue', {
        params: { id },
        body: { ...body, subject },
        headers: { 'if-match': `"${version}"` },
      })
    expect((await save('Mine', 1)).body).toMatchObject({ modifiedCount: 1, version: 2 })
    expect((await save('Theirs', 1)).body).toMatchObject({
      status: 412,
      code: 'stale-copy',
      facts: { version: 2 },
    })
    expect(await read(app, id)).toMatchObject({ subject: 'Mine', version: 2 })
  })

  it('is removed when it is deleted, permanently once the undo period ends', async () => {
    const id = await draftOf(app)
    expect((await app.call('deleteIssue', { params: { id } })).body).toMatchObject({ deletedCount: 1 })
    expect((await app.call('deleteIssue', { params: { id } })).body).toMatchObject({ deletedCount: 0 })
    expect((await app.call('getIssue', { params: { id } })).status).toBe(404)
    const rows = () => app.ctx.db.selectFrom('newsletter_issues').select('id').where('id', '=', id).execute()
    expect(await rows()).toHaveLength(1)
    app.advance(61)
    await sweep(app.ctx)
    expect(await rows()).toEqual([])
  })

  it('rejects a two-line subject and a text that is too long', async () => {
    const { body: problem } = await app.call<{ errors: object[] }>('addIssue', {
      body: { subject: 'a\nb', text: 'x'.repeat(20_001) },
    })
    expect(problem.errors).toEqual([
      { path: 'subject', message: 'Use one line.' },
      { path: 'text', message: 'Use at most 20,000 characters.' },
    ])
  })

  it('is mailed as a test only to its writer, with the content of its preview', async () => {
    await buildSubscriber(app.ctx)
    app.ctx.mail = mail
    expect((await app.call('testIssue', { body })).status).toBe(200)
    await sendAll(app.ctx)
    const { body: preview } = await app.call<{ from: string; html: string; text: string }>('previewIssue', {
      body,
    })
    expect(preview).toMatchObject({ from: 'Kerblight <no-reply@localhost>', subject: 'October' })
    expect(mail.sent).toMatchObject([
      { to: app.admin.email, subject: '[Test] October', html: preview.html, text: preview.text },
    ])
    // The unsubscribe link in the test email belongs to no subscriber.
    const token = mail.sent[0]!.unsubscribeUrl!.split('/').at(-1)!
    expect((await app.call('unsubscribe', { params: { token } })).body).toMatchObject({ deletedCount: 0 })
  })
})

describe('sending a newsletter', () => {
  it('sends one mail with a personal link to each confirmed subscriber, and no other mail', async () => {
    const app = await open()
    const subscribed = await addSubscribers(app, 3)
    await buildSubscriber(app.ctx, { email: 'waiting@people.test', confirmed_at: null })
    const id = await draftOf(app, { subject: 'October', text: 'Three **Teslas**.' })
    expect((await app.call('countSubscribers')).body).toEqual({ confirmed: 3, waiting: 1 })

    expect((await app.call('sendIssue', { params: { id } })).body).toEqual({
      acknowledged: true,
      recipients: 3,
    })
    expect(await read(app, id)).toMatchObject({ state: 'sending', recipients: 3, sent: 0, remaining: 3 })
    await sendAll(app.ctx)

    expect(mail.sent.map(({ to, unsubscribeUrl }) => [to, unsubscribeUrl])).toEqual(
      subscribed.map(({ email, token }) => [email, `http://localhost:4000/newsletter/${token}`]),
    )
    for (const { html, text, unsubscribeUrl } of mail.sent) {
      expect(html).toContain('<strong>Teslas</strong>')
      expect(html).toContain(`href="${unsubscribeUrl}"`)
      expect(text).toContain(`Unsubscribe: ${unsubscribeUrl}\n`)
    }
    expect(await read(app, id)).toMatchObject({ state: 'sent', sent: 3, failed: 0 })
    const { body: log } = await app.call<{ action: string; detail: string }[]>('listAudit')
    const line = { action: 'send-newsletter', subject: 'October', detail: 'To 3 subscribers' }
    expect(log).toMatchObject([line])
  })

  it('is rejected with an explanation if something is missing', async () => {
    const app = await open()
    const empty = await draftOf(app, { subject: '', text: '' })
    const complete = await draftOf(app)
    const send = async (id: string) => (await app.call('sendIssue', { params: { id } })).body
    expect(await send(empty)).toMatchObject({
      status: 400,
      errors: [{ path: 'subject' }, { path: 'text' }],
    })
    expect(await send(complete)).toMatchObject({ status: 409, code: 'no-subscribers' })
    await buildSubscriber(app.ctx)
    Object.assign(app.ctx.config, { mode: 'live', contact: { ...app.ctx.config.contact, address: null } })
    expect(await send(complete)).toMatchObject({
      status: 409,
      code: 'address-missing',
      message: expect.stringContaining('Set CONTACT_ADDRESS'),
    })
    Object.assign(app.ctx.config.contact, { address: '1 Main Street' })
    expect(await send(complete)).toMatchObject({ recipients: 1 })
  })

  it('happens once despite repeated and concurrent requests, and only for the version read', async () => {
    const app = await open()
    await addSubscribers(app, 2)
    const id = await draftOf(app)
    const send = (version: number) =>
      app.call('sendIssue', { params: { id }, headers: { 'if-match': `"${version}"` } })
    expect((await send(7)).body).toMatchObject({ code: 'stale-copy' })
    const statuses = await Promise.all([1, 2, 3].map(async () => (await send(1)).status))
    expect(statuses.sort()).toEqual([200, 409, 409])
    await sendAll(app.ctx)
    expect((await send(1)).body).toMatchObject({ code: 'newsletter-sent' })
    const edit = { params: { id }, body: { subject: 'Other', text: 'Other' } }
    expect((await app.call('updateIssue', edit)).body).toMatchObject({ code: 'newsletter-sent' })
    expect((await app.call('deleteIssue', { params: { id } })).body).toMatchObject({
      code: 'newsletter-sent',
    })
    expect(recipients()).toEqual(['reader0@people.test', 'reader1@people.test'])
  })

  it('skips subscribers who leave before delivery, even if they rejoin', async () => {
    const app = await open()
    const subscribed = await addSubscribers(app, 4)
    const deletedUser = await buildPerson(app.ctx, { email: 'gone@people.test' })
    await buildSubscriber(app.ctx, { email: deletedUser.email })
    const id = await draftOf(app)
    await app.call('sendIssue', { params: { id } })
    app.advance(1)
    // The first subscriber leaves before the outbox contains an email for them, the second after that. The
    // third leaves and resubscribes immediately.
    await app.call('unsubscribe', { params: { token: subscribed[0]!.token } })
    await feedOutbox(app.ctx)
    await app.call('unsubscribeInOneClick', {
      params: { token: subscribed[1]!.token },
      body: { 'List-Unsubscribe': 'One-Click' },
    })
    await app.call('unsubscribe', { params: { token: subscribed[2]!.token } })
    await buildSubscriber(app.ctx, { email: subscribed[2]!.email })
    await app.call('deleteMe', { token: deletedUser.token })
    await sendAll(app.ctx)
    expect(recipients()).toEqual([subscribed[3]!.email])
    expect(await read(app, id)).toMatchObject({ state: 'sent', recipients: 5, sent: 1, failed: 0 })
  })

  it('stops on request, and continues with the remaining subscribers on another request', async () => {
    const app = await open()
    await addSubscribers(app, 45)
    const id = await draftOf(app)
    await app.call('sendIssue', { params: { id } })
    await feedOutbox(app.ctx)
    await sendWaitingMails(app.ctx)
    expect((await app.call('stopIssue', { params: { id } })).body).toMatchObject({ modifiedCount: 1 })
    expect((await app.call('stopIssue', { params: { id } })).body).toMatchObject({ modifiedCount: 0 })
    await sendAll(app.ctx)
    // The issue remains stopped, even after a long time.
    app.advance(30 * 86_400)
    await sweep(app.ctx)
    await sendAll(app.ctx)
    expect(mail.sent).toHaveLength(20)
    expect(await read(app, id)).toMatchObject({ state: 'stopped', sent: 20, recipients: 45, remaining: 25 })

    expect((await app.call('sendIssue', { params: { id } })).body).toMatchObject({ recipients: 25 })
    await sendAll(app.ctx)
    expect(new Set(recipients()).size).toBe(45)
    expect(mail.sent).toHaveLength(45)
    expect(await read(app, id)).toMatchObject({ state: 'sent', sent: 45, remaining: 0 })
    const { body: log } = await app.call<{ action: string }[]>('listAudit')
    expect(log.map(({ action }) => action)).toEqual([
      'resume-newsletter',
      'stop-newsletter',
      'send-newsletter',
    ])
  })

  it('resumes for subscribers who have not left, and reports their number', async () => {
    const app = await open()
    const subscribed = await addSubscribers(app, 70)
    const id = await draftOf(app)
    expect(await read(app, id)).toMatchObject({ remaining: 0 })
    await app.call('sendIssue', { params: { id } })
    await feedOutbox(app.ctx)
    await sendWaitingMails(app.ctx)
    await app.call('stopIssue', { params: { id } })
    // 20 subscribers have received the issue, 30 emails are in the outbox, and 20 are not in it yet. One
    // subscriber from each group leaves, and a new one joins.
    for (const n of [0, 40, 60]) await app.call('unsubscribe', { params: { token: subscribed[n]!.token } })
    app.advance(1)
    const timestamp = app.ctx.now().toISOString()
    await buildSubscriber(app.ctx, { email: 'late@people.test', confirmed_at: timestamp })
    expect(await read(app, id)).toMatchObject({ recipients: 70, sent: 20, remaining: 48 })

    expect((await app.call('sendIssue', { params: { id } })).body).toMatchObject({ recipients: 48 })
    const { body: log } = await app.call<{ detail: string }[]>('listAudit')
    expect(log[0]).toMatchObject({ action: 'resume-newsletter', detail: 'To 48 subscribers' })
    await sendAll(app.ctx)
    expect(await read(app, id)).toMatchObject({ state: 'sent', sent: 68, remaining: 0 })
  })

  it('sends no further copies once it is stopped, even in the middle of a batch', async () => {
    const app = await open()
    await addSubscribers(app, 5)
    const id = await draftOf(app)
    await app.call('sendIssue', { params: { id } })
    await feedOutbox(app.ctx)
    app.ctx.mail = {
      async send(copy) {
        await mail.send(copy)
        if (mail.sent.length === 2) await app.call('stopIssue', { params: { id } })
      },
    }
    await sendWaitingMails(app.ctx)
    expect(mail.sent).toHaveLength(2)
    expect(await read(app, id)).toMatchObject({ state: 'stopped', sent: 2 })
    await app.call('sendIssue', { params: { id } })
    await sendAll(app.ctx)
    expect(new Set(recipients()).size).toBe(5)
    expect(await read(app, id)).toMatchObject({ state: 'sent', sent: 5 })
  })

  it('marks a copy that the server accepts without confirming as failed, and never resends it', async () => {
    const smtp = await startSmtpServer()
    closables.push(smtp)
    const app = await open({ env: { SMTP_URL: smtp.url }, context: {} })
    app.ctx.mail = createMailGateway(app.ctx.config, 2000)
    for (const name of ['silent', 'cut', 'ada'])
      await buildSubscriber(app.ctx, { email: `${name}@people.test` })
    const id = await draftOf(app)
    await app.call('sendIssue', { params: { id } })
    await feedOutbox(app.ctx)
    for (let day = 0; day < 4; day++) {
      await sendWaitingMails(app.ctx)
      app.advance(86_400)
    }
    await feedOutbox(app.ctx)
    expect(smtp.received.map(({ to }) => to).sort()).toEqual([
      'ada@people.test',
      'cut@people.test',
      'silent@people.test',
    ])
    expect(await read(app, id)).toMatchObject({ state: 'sent', sent: 1, failed: 2 })
  })

  it('stops if the mailing address is missing, and can resume once it is restored', async () => {
    const app = await open()
    await addSubscribers(app, 2)
    const id = await draftOf(app)
    await app.call('sendIssue', { params: { id } })
    const { contact } = app.ctx.config
    Object.assign(app.ctx.config, { mode: 'live', contact: { ...contact, address: null } })
    await sendAll(app.ctx)
    expect(await read(app, id)).toMatchObject({ state: 'stopped', sent: 0 })
    const resumed = await app.call('sendIssue', { params: { id } })
    expect(resumed.body).toMatchObject({ status: 409, code: 'address-missing' })
    Object.assign(app.ctx.config, { contact })
    await app.call('sendIssue', { params: { id } })
    await sendAll(app.ctx)
    expect(await read(app, id)).toMatchObject({ state: 'sent', sent: 2 })
  })

  it('counts subscribers whom the mail server rejects, and retries deferred subscribers', async () => {
    const smtp = await startSmtpServer()
    closables.push(smtp)
    const server = await open({ env: { SMTP_URL: smtp.url }, context: {} })
    for (const name of ['refused', 'later', 'ada'])
      await buildSubscriber(server.ctx, { email: `${name}@people.test` })
    const id = await draftOf(server)
    await server.call('sendIssue', { params: { id } })
    await sendAll(server.ctx)
    expect(await read(server, id)).toMatchObject({ state: 'sending', sent: 1, failed: 1 })
    server.advance(61)
    await sendAll(server.ctx)
    expect(await read(server, id)).toMatchObject({ state: 'sent', sent: 2, failed: 1 })
    expect(smtp.received.map(({ to }) => to)).toEqual(['ada@people.test', 'later@people.test'])
  })

  it('waits while the mail server is unreachable, without giving up on any subscriber', async () => {
    const app = await open()
    await addSubscribers(app, 2)
    const id = await draftOf(app)
    await app.call('sendIssue', { params: { id } })
    mail.failure = new Error('connection refused')
    for (let day = 0; day < 10; day++) {
      await sendAll(app.ctx)
      app.advance(86_400)
    }
    expect(await read(app, id)).toMatchObject({ state: 'sending', sent: 0, failed: 0 })
    mail.failure = null
    await sendAll(app.ctx)
    expect(await read(app, id)).toMatchObject({ state: 'sent', sent: 2 })
  })

  it('gives up on a subscriber deferred for a day', async () => {
    const app = await open()
    await addSubscribers(app, 1)
    const id = await draftOf(app)
    await app.call('sendIssue', { params: { id } })
    mail.failure = Object.assign(new Error('451 come again'), { code: 'EENVELOPE', responseCode: 451 })
    for (let hour = 0; hour < 30; hour++) {
      await sendAll(app.ctx)
      app.advance(3600)
    }
    expect(await read(app, id)).toMatchObject({ state: 'sent', sent: 0, failed: 1 })
  })
})

describe('a newsletter to 10,000', () => {
  it('reaches each subscriber once, and never delays other mail', async () => {
    const app = await open()
    const timestamp = app.ctx.now().toISOString()
    for (let from = 0; from < 10_000; from += 2000) {
      const rows = Array.from({ length: 2000 }, (_, n) => ({
        token: `token-of-${from + n}`,
        email: `reader${from + n}@people.test`,
        created_at: timestamp,
        asked_at: timestamp,
        confirmed_at: timestamp,
      }))
      await app.ctx.db.insertInto('subscribers').values(rows).execute()
    }
    const id = await draftOf(app)
    expect((await app.call('sendIssue', { params: { id } })).body).toMatchObject({ recipients: 10_000 })
    let maxWaiting = 0
    for (let round = 0; (await read(app, id)).state === 'sending'; round++) {
      await feedOutbox(app.ctx)
      const { waiting } = await app.ctx.db
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .where('issue_id', '=', id)
        .executeTakeFirstOrThrow()
      maxWaiting = Math.max(maxWaiting, waiting)
      if (round === 100) {
        await insertMail(
          app.ctx.db,
          { recipient: 'buyer@people.test', subject: 'Receipt', body: 'Thank you.' },
          app.ctx.now(),
        )
        const sentBefore = mail.sent.length
        await sendWaitingMails(app.ctx)
        expect(mail.sent[sentBefore]).toMatchObject({ subject: 'Receipt' })
      } else await sendWaitingMails(app.ctx)
    }
    expect(maxWaiting).toBeLessThanOrEqual(OUTBOX_SHARE)
    const readerEmails = mail.sent.filter(({ subject }) => subject !== 'Receipt').map(({ to }) => to)
    expect(readerEmails).toHaveLength(10_000)
    expect(new Set(readerEmails).size).toBe(10_000)
    expect(await read(app, id)).toMatchObject({ state: 'sent', sent: 10_000, failed: 0 })
    const remainingMails = await app.ctx.db.selectFrom('mails').select('subject').execute()
    expect(remainingMails).toEqual([{ subject: 'Receipt' }])
  }, 120_000)
})

describe('a server that is killed while sending', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerblight-newsletter-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /**
   * Opens a server on a database file so that another server can continue its work. Neither locks the file,
   * because the first counts as dead.
   */
  const openAt = (file: string) =>
    open({ env: { DATABASE_URL: `file:${join(folder, file)}` }, lock: { release() {} } })

  it('continues after the copies already in the outbox', async () => {
    const firstServer = await openAt('fed.db')
    await addSubscribers(firstServer, 5)
    const id = await draftOf(firstServer)
    await firstServer.call('sendIssue', { params: { id } })
    await feedOutbox(firstServer.ctx)
    const secondServer = await openAt('fed.db')
    await sendAll(secondServer.ctx)
    expect(recipients()).toEqual(['0', '1', '2', '3', '4'].map((n) => `reader${n}@people.test`))
    expect(await read(secondServer, id)).toMatchObject({ state: 'sent', sent: 5 })
  })

  it('sends no subscriber a second copy, even if the first was not recorded', async () => {
    const firstServer = await openAt('sent.db')
    await addSubscribers(firstServer, 5)
    const id = await draftOf(firstServer)
    await firstServer.call('sendIssue', { params: { id } })
    await feedOutbox(firstServer.ctx)
    // The server hands the third email over, but never learns the outcome.
    const thirdResult = Promise.withResolvers<void>()
    firstServer.ctx.mail = {
      async send(sent) {
        await mail.send(sent)
        if (mail.sent.length < 3) return
        thirdResult.resolve()
        await new Promise<never>(() => {})
      },
    }
    void sendWaitingMails(firstServer.ctx)
    await thirdResult.promise

    const secondServer = await openAt('sent.db')
    await sendAll(secondServer.ctx)
    expect(mail.sent).toHaveLength(5)
    expect(await read(secondServer, id)).toMatchObject({ state: 'sending', sent: 4, failed: 0 })
    secondServer.advance(15 * 60)
    await sendAll(secondServer.ctx)
    expect(recipients()).toEqual(['0', '1', '2', '3', '4'].map((n) => `reader${n}@people.test`))
    expect(await read(secondServer, id)).toMatchObject({ state: 'sent', sent: 4, failed: 1 })
  })
})
