import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { messageKinds, type MessageKind } from '../../contract/messages.ts'
import { createMailGateway } from '../../server/gateways/mail/mail-gateway.ts'
import { MailInDoubtError } from '../../server/gateways/mail/mail.ts'
import { claimMail, insertMail, listDueMails } from '../../server/core/messages/email.repository.ts'
import { notify } from '../../server/core/messages/notify.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import { call } from '../support/api-client.ts'
import { buildPerson } from '../support/factories.ts'
import { createIdToken } from '../support/identity.ts'
import { createFlakyMailServer } from '../support/flaky-mail-server.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../support/server.ts'
import { startSmtpServer } from '../support/smtp.ts'

/** The mail server timeout in milliseconds, instead of several minutes. */
const SHORT_MS = 300

const closables: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const item of closables.splice(0)) await item.close()
})

async function open(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options)
  closables.push(server)
  return server
}

async function openSmtp() {
  const smtp = await startSmtpServer()
  closables.push(smtp)
  return smtp
}

function queueMail({ ctx }: TestServer, recipient: string, subject = 'Receipt') {
  return insertMail(ctx.db, { recipient, subject, body: 'Thank you.' }, ctx.now())
}

describe('the mail gateway', () => {
  it('writes files that mail programs can read if no mail server is configured', async () => {
    const { ctx } = await open()
    const mail = {
      id: 'mail-1',
      to: 'ada@people.test',
      subject: 'Paid: Modèl Y,\r\nBcc: x@y.test',
      text: 'Zwei Zeilen,\näöü €',
    }
    // Two emails are sent at the same time, so the second needs a different file name.
    await Promise.all([ctx.mail.send(mail), ctx.mail.send(mail)])
    const folder = join(ctx.config.dataDir, 'mail')
    const files = await readdir(folder)
    expect(files).toHaveLength(2)
    for (const file of files)
      expect(file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-paid-mod-l-y-bcc-x-y-test(-2)?\.eml$/)
    const text = await readFile(join(folder, files[0]!), 'utf8')
    const [header, body] = text.split('\r\n\r\n') as [string, string]
    expect(header).toContain('From: Kerblight <no-reply@localhost>')
    expect(header).toContain('To: ada@people.test')
    expect(header).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(header).toMatch(/^Date: /m)
    expect(header).not.toMatch(/^Bcc:/im)
    const decodedBody = /base64/.test(header) ? Buffer.from(body, 'base64').toString() : unquote(body)
    expect(decodedBody.trim()).toBe('Zwei Zeilen,\näöü €')
  })

  it('sends over SMTP through the configured server, with the configured sender', async () => {
    const smtp = await openSmtp()
    const { ctx } = await open({ env: { SMTP_URL: `${smtp.url}?from=sales@cars.test` } })
    await ctx.mail.send({ id: 'mail-1', to: 'ada@people.test', subject: 'Receipt', text: 'Thank you.' })
    expect(smtp.received).toMatchObject([{ from: 'sales@cars.test', to: 'ada@people.test' }])
    expect(smtp.received[0]!.message).toContain('Subject: Receipt')
    expect(smtp.received[0]!.message).toContain('Thank you.')
    expect(await readdir(ctx.config.dataDir)).not.toContain('mail')
  })

  it('sends text and HTML with unsubscribe headers and the operator’s Reply-To address', async () => {
    const smtp = await openSmtp()
    const { ctx } = await open({
      env: {
        SMTP_URL: smtp.url,
        CONTACT_EMAIL: 'hello@cars.test',
        PUBLIC_URL: 'https://cars.test',
        SANDBOX: 'on',
      },
    })
    await ctx.mail.send({
      id: 'mail-1',
      to: 'ada@people.test',
      subject: 'October',
      text: 'Three Teslas.',
      html: '<p>Three <strong>Teslas</strong>.</p>',
      unsubscribeUrl: 'https://cars.test/newsletter/a-token',
    })
    const { message } = smtp.received[0]!
    const [header] = message.split('\r\n\r\n') as [string]
    // These headers follow RFC 8058, section 3.1.
    expect(header).toContain('List-Unsubscribe: <https://cars.test/newsletter/a-token>\r\n')
    expect(header).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    expect(header).toContain('Reply-To: hello@cars.test\r\n')
    expect(header).toContain('Message-ID: <mail-1@cars.test>\r\n')
    expect(header).toContain('Content-Type: multipart/alternative')
    expect(message.indexOf('Three Teslas.')).toBeLessThan(message.indexOf('<strong>Teslas</strong>'))
  })

  it('fails if the server rejects the mail or is unreachable', async () => {
    const smtp = await openSmtp()
    const { ctx } = await open({ env: { SMTP_URL: smtp.url } })
    const mail = { id: 'mail-1', to: 'refused@people.test', subject: 'Receipt', text: '' }
    await expect(ctx.mail.send(mail)).rejects.toMatchObject({ code: 'EENVELOPE' })
    await smtp.close()
    closables.splice(closables.indexOf(smtp), 1)
    const gateway = createMailGateway({ ...ctx.config, smtpUrl: smtp.url })
    await expect(gateway.send({ ...mail, to: 'ada@people.test' })).rejects.toThrow(/ECONNREFUSED/)
  })

  it('reports an unknown outcome if the server receives an email and does not respond', async () => {
    const smtp = await openSmtp()
    const { ctx } = await open({ env: { SMTP_URL: smtp.url } })
    const gateway = createMailGateway(ctx.config, SHORT_MS)
    for (const name of ['silent', 'cut'])
      await expect(
        gateway.send({ id: name, to: `${name}@people.test`, subject: 'October', text: '' }),
      ).rejects.toThrow(MailInDoubtError)
    expect(smtp.received.map(({ to }) => to)).toEqual(['silent@people.test', 'cut@people.test'])
  })
})

describe('the outbox', () => {
  it('sends each waiting mail once', async () => {
    const mail = createFlakyMailServer()
    const server = await open({ context: { mail } })
    await queueMail(server, 'a@people.test', 'First')
    await queueMail(server, 'b@people.test', 'Second')
    expect(await sendWaitingMails(server.ctx)).toBe(2)
    expect(mail.sent).toMatchObject([
      { to: 'a@people.test', subject: 'First', text: 'Thank you.' },
      { to: 'b@people.test', subject: 'Second', text: 'Thank you.' },
    ])
    expect(await sendWaitingMails(server.ctx)).toBe(0)
    expect(mail.sent).toHaveLength(2)
  })

  it('never sends a mail twice, even with concurrent senders', async () => {
    const mail = createFlakyMailServer()
    const server = await open({ context: { mail } })
    for (let n = 0; n < 10; n++) await queueMail(server, `p${n}@people.test`)
    await Promise.all([1, 2, 3].map(() => sendWaitingMails(server.ctx)))
    expect(mail.sent.map(({ to }) => to).sort()).toEqual(
      Array.from({ length: 10 }, (_, n) => `p${n}@people.test`),
    )
  })

  it('retries after 1, 4, and 16 minutes, and finally once a day', async () => {
    const mail = createFlakyMailServer()
    const server = await open({ context: { mail } })
    await queueMail(server, 'a@people.test')
    mail.failure = new Error('connection refused')
    await sendWaitingMails(server.ctx)
    for (const minutes of [1, 4, 16, 64, 256, 1024, 1440, 1440]) {
      const { tries: attempts } = mail
      server.advance(minutes * 60 - 10)
      await sendWaitingMails(server.ctx)
      expect(mail.tries).toBe(attempts)
      server.advance(20)
      await sendWaitingMails(server.ctx)
      expect(mail.tries).toBe(attempts + 1)
    }
    mail.failure = null
    server.advance(24 * 3600)
    expect(await sendWaitingMails(server.ctx)).toBe(1)
  })

  it('sends no other emails while the mail server is unreachable, but skips a rejected email', async () => {
    const smtp = await openSmtp()
    const server = await open({ env: { SMTP_URL: smtp.url } })
    await queueMail(server, 'refused@people.test')
    await queueMail(server, 'ada@people.test')
    expect(await sendWaitingMails(server.ctx)).toBe(1)
    expect(smtp.received.map(({ to }) => to)).toEqual(['ada@people.test'])

    const mail = createFlakyMailServer()
    const serverWithoutMail = await open({ context: { mail } })
    await queueMail(serverWithoutMail, 'a@people.test')
    await queueMail(serverWithoutMail, 'b@people.test')
    mail.failure = new Error('connection refused')
    expect(await sendWaitingMails(serverWithoutMail.ctx)).toBe(0)
    expect(mail.tries).toBe(1)
    mail.failure = null
    expect(await sendWaitingMails(serverWithoutMail.ctx)).toBe(1)
    serverWithoutMail.advance(61)
    expect(await sendWaitingMails(serverWithoutMail.ctx)).toBe(1)
  })
})

describe('a mail with an unconfirmed delivery', () => {
  async function openSlow(options: TestServerOptions = {}) {
    const smtp = await openSmtp()
    const server = await open({ ...options, env: { ...options.env, SMTP_URL: smtp.url } })
    return { smtp, server }
  }

  const received = (smtp: { received: { to: string }[] }) => smtp.received.map(({ to }) => to)

  async function putNotice({ ctx }: TestServer, recipient: string) {
    const notice = { recipient, subject: 'New cars', body: 'Three.', isAtMostOnce: true }
    await insertMail(ctx.db, notice, ctx.now())
  }

  it.each(['silent', 'cut'])(
    'is resent over a %s connection only if a duplicate is acceptable',
    async (name) => {
      const { smtp, server } = await openSlow()
      server.ctx.mail = createMailGateway(server.ctx.config, SHORT_MS)
      await queueMail(server, `${name}-receipt@people.test`)
      await putNotice(server, `${name}-notice@people.test`)
      for (let day = 0; day < 3; day++) {
        await sendWaitingMails(server.ctx)
        server.advance(24 * 3600)
      }
      const count = (to: string) => received(smtp).filter((address) => address === to).length
      expect(count(`${name}-notice@people.test`)).toBe(1)
      expect(count(`${name}-receipt@people.test`)).toBeGreaterThan(1)
    },
  )

  it('does not delay other emails, and is recorded as sent once confirmed', async () => {
    const { smtp, server } = await openSlow()
    await queueMail(server, 'slow@people.test')
    await queueMail(server, 'ada@people.test')
    expect(await sendWaitingMails(server.ctx, SHORT_MS)).toBe(0)
    // The server does not start a second attempt, no matter how long the response takes.
    server.advance(660)
    expect(await sendWaitingMails(server.ctx, SHORT_MS)).toBe(1)
    expect(received(smtp)).toEqual(['slow@people.test', 'ada@people.test'])
    smtp.respond()
    const unsent = server.ctx.db.selectFrom('mails').select('recipient').where('sent_at', 'is', null)
    await expect.poll(() => unsent.execute()).toEqual([])
    server.advance(24 * 3600)
    expect(await sendWaitingMails(server.ctx)).toBe(0)
  })
})

describe('mail to users', () => {
  async function sendMessage(
    server: TestServer,
    userId: string,
    subject: string,
    kind: MessageKind = 'account',
  ) {
    const notice = { userId, kind, subject, body: 'Hello.', link: '/dashboard' }
    await notify(server.ctx.db, server.ctx, notice)
  }

  it.each([
    ['browse', ['Proven']],
    ['trade', ['Proven', 'Unproven']],
  ])('is sent for UNPROVEN_ADDRESSES=%s to %j', async (setting, expectedRecipients) => {
    const mail = createFlakyMailServer()
    const server = await open({ context: { mail }, env: { UNPROVEN_ADDRESSES: setting } })
    await sendMessage(server, (await buildPerson(server.ctx)).id, 'Proven')
    await sendMessage(server, (await buildPerson(server.ctx, { email_verified: 0 })).id, 'Unproven')
    await sendWaitingMails(server.ctx)
    expect(mail.sent.map(({ subject }) => subject)).toEqual(expectedRecipients)
  })

  it('arrives at most once if its sender crashed, unless it concerns money or the account', async () => {
    const mail = createFlakyMailServer()
    const server = await open({ context: { mail } })
    const { ctx } = server
    const { id } = await buildPerson(ctx)
    for (const kind of messageKinds) await sendMessage(server, id, kind, kind)
    const dueOptions = { limit: 100, isUnconfirmedEnough: true }
    for (const dueMail of await listDueMails(ctx.db, ctx.now(), dueOptions))
      await claimMail(ctx.db, dueMail, ctx.now())
    await sendMessage(server, id, 'of today', 'feed')
    // The emails of all kinds fill the first batch.
    for (let batch = 0; batch < 2; batch++) await sendWaitingMails(ctx)
    expect(mail.sent.map(({ subject }) => subject).sort()).toEqual([
      'account',
      'deal',
      'disputed',
      'hold-lost',
      'of today',
      'payout',
      'receipt',
      'refunded',
      'sold',
    ])
    expect(await listDueMails(ctx.db, ctx.now(), dueOptions)).toEqual([])
  })

  it('never reaches the verified owner of an address that another user claims', async () => {
    const mail = createFlakyMailServer()
    const server = await open({ context: { mail }, env: { UNPROVEN_ADDRESSES: 'trade' } })
    const owner = await buildPerson(server.ctx)
    const claimant = await buildPerson(server.ctx, { email: owner.email, email_verified: 0 })
    await sendMessage(server, claimant.id, 'Not yours')
    await sendMessage(server, owner.id, 'Yours')
    await sendWaitingMails(server.ctx)
    expect(mail.sent).toMatchObject([{ to: owner.email, subject: 'Yours' }])
  })

  it('waits until the address is proven, and goes to the proven address', async () => {
    const mail = createFlakyMailServer()
    const server = await open({ context: { mail }, env: { UNPROVEN_ADDRESSES: 'browse' } })
    const { id, uid } = await buildPerson(server.ctx, { email: 'typo@people.test', email_verified: 0 })
    await sendMessage(server, id, 'Receipt')
    expect(await sendWaitingMails(server.ctx)).toBe(0)
    const idToken = createIdToken({ uid, email: 'right@people.test' })
    await call(server.url, 'refreshEmail', { token: idToken })
    expect(await sendWaitingMails(server.ctx)).toBe(1)
    expect(mail.sent).toMatchObject([{ to: 'right@people.test', subject: 'Receipt' }])
  })
})

function unquote(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
