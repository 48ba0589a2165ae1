import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { isUnwritable } from '../system/file-error.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import { deleteMail, markAsFailed, markAsSent, type WaitingMail } from '../core/messages/email.repository.ts'
import { countOutcome } from '../features/newsletter/sending.repository.ts'
import { MailInDoubtError, type Mail } from '../gateways/mail/mail.ts'

const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 24 * 3600_000
/**
 * Maximum number of tries to send a newsletter's email. They span almost six hours, after which the email
 * is outdated.
 */
const MAX_TRIES = 6
/**
 * The time limit in milliseconds for recording a result while the database is unavailable. It ends before
 * another process may try the same email.
 */
export const RECORDING_MS = 30_000
const PAUSE_MS = 200

/**
 * Tries once to send a claimed email, and records the result. A failed email is retried after 1, 4, 16, …
 * minutes, and eventually once a day.
 * @returns `refused` if the problem only concerns this email, or `failed` if other emails would also fail
 */
export async function deliverEmail(ctx: Context, mail: WaitingMail): Promise<'sent' | 'refused' | 'failed'> {
  try {
    await ctx.mail.send(toMail(mail))
  } catch (error) {
    ctx.log.warn({ err: error, mail: mail.id, attempt: mail.attempts + 1 }, 'an email could not be sent')
    await endTry(ctx, mail, error)
    return isAboutThisMail(error) ? 'refused' : 'failed'
  }
  await retryRecording(() => recordAsSent(ctx, mail))
  return 'sent'
}

export async function giveUp(ctx: Context, mail: WaitingMail): Promise<void> {
  ctx.log.warn({ mail: mail.id }, 'an email that may have gone out is not sent again')
  if (mail.issueId === null) await deleteMail(ctx.db, mail.id)
  else await endIssueMail(ctx, mail, 'failed')
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

async function endTry(ctx: Context, mail: WaitingMail, error: unknown): Promise<void> {
  if (error instanceof MailInDoubtError && mail.isAtMostOnce) await giveUp(ctx, mail)
  else if (isHopeless(mail, error)) await endIssueMail(ctx, mail, 'failed')
  else await markAsFailed(ctx.db, mail.id, nextAttempt(mail.attempts, ctx.now()))
}

/**
 * Reports whether the mail server refused this email's recipient or content, according to nodemailer's error
 * codes (nodemailer.com/errors).
 */
function isAboutThisMail(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

/** Reports whether a newsletter's email was refused permanently (RFC 5321, 4.2.1) or too often. */
function isHopeless({ issueId, attempts }: WaitingMail, error: unknown): boolean {
  if (issueId === null || !isAboutThisMail(error)) return false
  const { responseCode = 0 } = error as { responseCode?: number }
  return responseCode >= 500 || attempts + 1 >= MAX_TRIES
}

function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 4 ** attempts, LONGEST_RETRY_MS))
}

/**
 * Retries recording a result while the database is unavailable. If it were not recorded, the email would be
 * sent again.
 */
async function retryRecording(record: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + RECORDING_MS
  for (;;)
    try {
      return await record()
    } catch (error) {
      const isTemporary = error instanceof DatabaseLostError || isUnwritable(error)
      if (!isTemporary || performance.now() > deadline) throw error
      await sleep(PAUSE_MS)
    }
}

async function recordAsSent(ctx: Context, mail: WaitingMail): Promise<void> {
  if (mail.issueId === null) await markAsSent(ctx.db, mail.id, ctx.now())
  else await endIssueMail(ctx, mail, 'sent')
}

/**
 * Counts a newsletter's finished email once and deletes it, because a newsletter may have many thousands of
 * emails.
 */
async function endIssueMail(
  { db }: Context,
  { id, issueId }: WaitingMail,
  outcome: 'sent' | 'failed',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await deleteMail(trx, id)) await countOutcome(trx, issueId!, outcome)
  })
}
