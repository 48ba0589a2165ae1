import type { Context } from '../context.ts'
import {
  claimMail,
  deleteMail,
  listDueMails,
  markAsFailed,
  markAsSent,
  type WaitingMail,
} from '../features/messages/mail.repository.ts'
import { countOutcome } from '../features/newsletter/sending.repository.ts'
import type { Mail } from '../gateways/mail/mail.ts'

const BATCH = 20
const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 24 * 3600_000
/** Of a copy of a newsletter: after that it is old. The tries take a day. */
const MAX_TRIES = 6

/**
 * Sends what waits in the outbox, one mail after the other. One that fails is tried again after 1, 4, 16, … minutes, at
 * last once a day. Where a server dies between sending and noting so, nobody knows which of the two it was: then a mail
 * goes out again, as none is to be lost, but a newsletter does not, as nobody is to get it twice.
 * @returns how many were sent
 */
export async function sendWaitingMails(ctx: Context): Promise<number> {
  let sent = 0
  const isUnprovenEnough = ctx.config.unprovenAddresses === 'trade'
  for (const mail of await listDueMails(ctx.db, ctx.now(), { limit: BATCH, isUnprovenEnough })) {
    if (mail.isInDoubt && mail.issueId !== null) {
      await endIssueMail(ctx, mail, 'failed')
      continue
    }
    if (!(await claimMail(ctx.db, mail, nextAttempt(mail.attempts, ctx.now())))) continue
    try {
      await ctx.mail.send(toMail(mail))
    } catch (error) {
      ctx.log.warn({ err: error, mail: mail.id, attempt: mail.attempts + 1 }, 'an email could not be sent')
      if (isHopeless(mail, error)) await endIssueMail(ctx, mail, 'failed')
      else await markAsFailed(ctx.db, mail.id)
      if (isAboutThisMail(error)) continue
      // The others would fail as well, and each would wait for the mail server's time to run out.
      return sent
    }
    if (mail.issueId === null) await markAsSent(ctx.db, mail.id, ctx.now())
    else await endIssueMail(ctx, mail, 'sent')
    sent += 1
  }
  return sent
}

function toMail({ id, recipient, subject, body, html, unsubscribeUrl }: WaitingMail): Mail {
  return {
    id,
    to: recipient,
    subject,
    text: body,
    ...(html !== null && { html }),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
  }
}

/** A newsletter may have many thousands: what is over is counted, and goes. */
async function endIssueMail(
  { db }: Context,
  { id, issueId }: WaitingMail,
  outcome: 'sent' | 'failed',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteMail(trx, id)
    await countOutcome(trx, issueId!, outcome)
  })
}

function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 4 ** attempts, LONGEST_RETRY_MS))
}

/** nodemailer's codes for a recipient or a text that the mail server refuses (nodemailer.com/errors). */
function isAboutThisMail(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

/** A newsletter that was refused for good (RFC 5321, 4.2.1), or for long. */
function isHopeless({ issueId, attempts }: WaitingMail, error: unknown): boolean {
  if (issueId === null || !isAboutThisMail(error)) return false
  const { responseCode = 0 } = error as { responseCode?: number }
  return responseCode >= 500 || attempts + 1 >= MAX_TRIES
}
