import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import { isHere } from '../../system/this-machine.ts'
import { LONGEST_SEND_MS, MailInDoubtError, type Mail, type MailGateway } from './mail.ts'

/**
 * Creates a gateway that sends email through `SMTP_URL`. Without it, each email is written to a file in the
 * data directory. The mail library is loaded with the first email.
 */
export function createMailGateway(config: Config, timeoutMs = LONGEST_SEND_MS): MailGateway {
  const compose = (mail: Mail) => toMessage(mail, config)
  return config.smtpUrl
    ? smtpGateway(smtpOptions(config.smtpUrl, config.mode), compose, timeoutMs)
    : fileGateway(join(config.dataDir, 'mail'), compose)
}

/**
 * The time limit in milliseconds for connecting to a mail server and receiving its greeting. nodemailer
 * allows ten minutes for each later response.
 */
const GREETING_MS = 15_000

type Compose = (mail: Mail) => SendMailOptions

/**
 * Connects to a mail server and signs in, without sending anything.
 * @throws nodemailer's error
 */
export async function verifySmtp(url: string, mode: Config['mode']): Promise<void> {
  const { createTransport } = await import('nodemailer')
  await createTransport(smtpOptions(url, mode)).verify()
}

function smtpOptions(url: string, mode: Config['mode']) {
  return {
    url,
    // Passwords and sign-in links must not be sent over a network unencrypted.
    requireTLS: mode === 'live' && !isHere(url),
    connectionTimeout: GREETING_MS,
    greetingTimeout: GREETING_MS,
    // A mail's content must never make the server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function smtpGateway(
  options: ReturnType<typeof smtpOptions>,
  compose: Compose,
  timeoutMs: number,
): MailGateway {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(options)
      let hasBegun = false
      // nodemailer opens the message only after authentication. Until then, the email can't have been sent.
      transport.use('stream', ({ message }, done) => {
        message.transform(() => {
          hasBegun = true
          return new PassThrough()
        })
        done()
      })
      try {
        await transport.sendMail({ ...compose(mail), signal: AbortSignal.timeout(timeoutMs) })
      } catch (error) {
        throw hasBegun && !isRejection(error) ? new MailInDoubtError(error) : error
      }
    },
  }
}

/**
 * Reports whether an email was rejected, either by the mail server or by nodemailer, which rejects invalid
 * envelopes.
 */
function isRejection(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 400 || code === 'EENVELOPE'
}

/**
 * Writes each email as an RFC 5322 message that email clients can open: `<ISO time>-<slug of the
 * subject>.eml`.
 */
function fileGateway(folder: string, compose: Compose): MailGateway {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(compose(mail))
      await mkdir(folder, { recursive: true })
      await writeNewFile(join(folder, fileName(mail, new Date())), message as Buffer)
    },
  }
}

/**
 * Builds a message. Newsletters have the unsubscribe headers of RFC 2369 and RFC 8058. Replies go to the
 * contact address, if there is one.
 */
function toMessage({ id, unsubscribeUrl, ...mail }: Mail, config: Config): SendMailOptions {
  return {
    from: getMailSender(config),
    ...(config.contact.email !== null && { replyTo: config.contact.email }),
    ...mail,
    messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
    ...(unsubscribeUrl !== undefined && {
      headers: {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }
}

/** Returns the sender: `?from=` in `SMTP_URL`, or the site's default address. */
export function getMailSender({ smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>): string {
  const configuredSender = smtpUrl && new URL(smtpUrl).searchParams.get('from')
  return configuredSender || `Kerblight <no-reply@${new URL(publicUrl).hostname}>`
}

function fileName({ subject }: Mail, sentAt: Date): string {
  const slug = subject
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  // Windows doesn't allow colons in file names.
  return `${sentAt.toISOString().replaceAll(':', '-')}-${slug || 'mail'}.eml`
}

/**
 * Writes a new file, and adds a number to its name if it exists. Two emails in the same millisecond may have
 * the same subject.
 */
async function writeNewFile(path: string, content: Buffer): Promise<void> {
  for (let copy = 1; ; copy++) {
    try {
      await writeFile(copy === 1 ? path : path.replace(/\.eml$/, `-${copy}.eml`), content, {
        flag: 'wx',
        mode: 0o600,
      })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
