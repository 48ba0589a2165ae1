import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { isUnwritable } from '../system/file-error.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import { deleteMail, markAsFailed, markAsSent, type WaitingMail } from '../core/messages/mail.repository.ts'
import { countOutcome } from '../features/newsletter/sending.repository.ts'
import { MailInDoubtError, type Mail } from '../gateways/mail/mail.ts'

const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 24 * 3600_000
/** Of a copy of a newsletter: after that it is old. The tries take a day. */
const MAX_TRIES = 6
/** While the database is away: less than until somebody else may try. */
export const RECORDING_MS = 30_000
const PAUSE_MS = 200

/**
 * One try of a mail that was claimed, with what becomes of it. One that fails is tried again after 1, 4, 16, … minutes,
 * at last once a day.
 * @returns `refused` where it is about this mail alone, `failed` where the others would fare no better
 */
export async function deliver(ctx: Context, mail: WaitingMail): Promise<'sent' | 'refused' | 'failed'> {
  try {
    await ctx.mail.send(toMail(mail))
  } catch (error) {
    ctx.log.warn({ err: error, mail: mail.id, attempt: mail.attempts + 1 }, 'an email could not be sent')
    await endTry(ctx, mail, error)
    return isAboutThisMail(error) ? 'refused' : 'failed'
  }
  await untilNoted(() => recordAsSent(ctx, mail))
  return 'sent'
}

/** A mail that may be out, and that nobody is to get twice. */
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

function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 4 ** attempts, LONGEST_RETRY_MS))
}

/** The mail is out: a database that is away is waited for, so that nobody sends it again. */
async function untilNoted(note: () => Promise<void>): Promise<void> {
  const end = performance.now() + RECORDING_MS
  for (;;)
    try {
      return await note()
    } catch (error) {
      const mayPass = error instanceof DatabaseLostError || isUnwritable(error)
      if (!mayPass || performance.now() > end) throw error
      await sleep(PAUSE_MS)
    }
}

async function recordAsSent(ctx: Context, mail: WaitingMail): Promise<void> {
  if (mail.issueId === null) await markAsSent(ctx.db, mail.id, ctx.now())
  else await endIssueMail(ctx, mail, 'sent')
}

/** A newsletter may have many thousands: what is over is counted, once, and goes. */
async function endIssueMail(
  { db }: Context,
  { id, issueId }: WaitingMail,
  outcome: 'sent' | 'failed',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await deleteMail(trx, id)) await countOutcome(trx, issueId!, outcome)
  })
}
