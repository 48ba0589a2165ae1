import type { Context } from '../../context.ts'
import { claimMail, listDueMails, markAsSent } from './mail.repository.ts'

const BATCH = 20
const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 24 * 3600_000

/**
 * Sends what waits in the outbox, one mail after the other. One that fails is tried again after 1, 4, 16, … minutes, at
 * last once a day. A server that dies between sending and noting so sends it twice; none is lost.
 * @returns how many were sent
 */
export async function sendWaitingMails(ctx: Context): Promise<number> {
  let sent = 0
  const isUnprovenEnough = ctx.config.unprovenAddresses === 'trade'
  for (const mail of await listDueMails(ctx.db, ctx.now(), { limit: BATCH, isUnprovenEnough })) {
    if (!(await claimMail(ctx.db, mail, nextAttempt(mail.attempts, ctx.now())))) continue
    try {
      await ctx.mail.send({ to: mail.recipient, subject: mail.subject, text: mail.body })
    } catch (error) {
      ctx.log.warn({ err: error, mail: mail.id, attempt: mail.attempts + 1 }, 'mail could not be sent')
      if (isAboutThisMail(error)) continue
      // The others would fail as well, and each would wait for the mail server's time to run out.
      return sent
    }
    await markAsSent(ctx.db, mail.id, ctx.now())
    sent += 1
  }
  return sent
}

function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 4 ** attempts, LONGEST_RETRY_MS))
}

/** nodemailer's codes for a recipient or a text that the mail server refuses (nodemailer.com/errors). */
function isAboutThisMail(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}
