import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../../config/config.ts'
import { isHere } from '../../system/this-machine.ts'
import { LONGEST_SEND_MS, MailInDoubtError, type Mail, type MailGateway } from './mail.ts'

/**
 * Creates a gateway that sends mail through `SMTP_URL`. If that is not set, it writes each mail to a file in
 * the data directory. The mail library is loaded with the first mail.
 */
export function createMailGateway(config: Config, longestMs = LONGEST_SEND_MS): MailGateway {
  const compose = (mail: Mail) => toMessage(mail, config)
  return config.smtpUrl
    ? smtpGateway(smtpOptions(config.smtpUrl, config.mode), compose, longestMs)
    : fileGateway(join(config.dataDir, 'mail'), compose)
}

/**
 * Time limit in milliseconds for connecting to a mail server and receiving its greeting. For each later
 * response, nodemailer allows ten minutes.
 */
const GREETING_MS = 15_000

type Compose = (mail: Mail) => SendMailOptions

/** Connects to a mail server and signs in, without sending anything. Rejects with nodemailer's error. */
export async function verifySmtp(url: string, mode: Config['mode']): Promise<void> {
  const { createTransport } = await import('nodemailer')
  await createTransport(smtpOptions(url, mode)).verify()
}

function smtpOptions(url: string, mode: Config['mode']) {
  return {
    url,
    // Passwords and sign-in links must not cross a network unencrypted.
    requireTLS: mode === 'live' && !isHere(url),
    connectionTimeout: GREETING_MS,
    greetingTimeout: GREETING_MS,
    // The content of a mail must never make the server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function smtpGateway(
  options: ReturnType<typeof smtpOptions>,
  compose: Compose,
  longestMs: number,
): MailGateway {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(options)
      let isBegun = false
      // nodemailer opens the message once the server has greeted and authenticated us. Until then, the mail
      // can't have been sent.
      transport.use('stream', ({ message }, done) => {
        message.transform(() => {
          isBegun = true
          return new PassThrough()
        })
        done()
      })
      try {
        await transport.sendMail({ ...compose(mail), signal: AbortSignal.timeout(longestMs) })
      } catch (error) {
        throw isBegun && !isRejection(error) ? new MailInDoubtError(error) : error
      }
    },
  }
}

/**
 * Reports whether a mail was rejected, either by the mail server or by nodemailer, which sends no message
 * without an envelope.
 */
function isRejection(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 400 || code === 'EENVELOPE'
}

/**
 * Writes one RFC 5322 message per file, which email clients can open: `<ISO time>-<slug of the subject>.eml`.
 */
function fileGateway(folder: string, compose: Compose): MailGateway {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(compose(mail))
      await mkdir(folder, { recursive: true })
      await writeNew(join(folder, fileName(mail, new Date())), message as Buffer)
    },
  }
}

/**
 * Builds a message. Newsletters get the unsubscribe header fields of RFC 2369 and RFC 8058. Replies go to the
 * contact address, if one is configured.
 */
function toMessage({ id, unsubscribeUrl, ...mail }: Mail, config: Config): SendMailOptions {
  return {
    from: senderOf(config),
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

/**
 * Returns the sender: the value of `?from=` in `SMTP_URL` or, if that is missing, the site's default address.
 */
export function senderOf({ smtpUrl, publicUrl }: Pick<Config, 'smtpUrl' | 'publicUrl'>): string {
  const named = smtpUrl && new URL(smtpUrl).searchParams.get('from')
  return named || `Kerblight <no-reply@${new URL(publicUrl).hostname}>`
}

function fileName({ subject }: Mail, at: Date): string {
  const slug = subject
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  // File names can't contain colons on Windows.
  return `${at.toISOString().replaceAll(':', '-')}-${slug || 'mail'}.eml`
}

/**
 * Writes a new file, with a number added to its name if necessary. Two mails in the same millisecond may have
 * the same subject.
 */
async function writeNew(path: string, content: Buffer): Promise<void> {
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
