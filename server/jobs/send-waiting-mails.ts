import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
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
/** While the database is away: less than until somebody else may try. */
const NOTING_MS = 30_000
const PAUSE_MS = 200

/**
 * Sends what waits in the outbox, one mail after the other. One that fails is tried again after 1, 4, 16, … minutes, at
 * last once a day. Where a server dies between sending and noting so, nobody knows which of the two it was: then what
 * is about money or the account goes out again, as none of it is to be lost. A newsletter or another notice does not, as
 * nobody is to get it twice: the in-app list has each notice.
 * @returns how many were sent
 */
export async function sendWaitingMails(ctx: Context): Promise<number> {
  let sent = 0
  const isUnprovenEnough = ctx.config.unprovenAddresses === 'trade'
  for (const mail of await listDueMails(ctx.db, ctx.now(), { limit: BATCH, isUnprovenEnough })) {
    if (mail.isInDoubt && mail.isAtMostOnce) {
      await giveUp(ctx, mail)
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
    await untilNoted(() => noteAsSent(ctx, mail))
    sent += 1
  }
  return sent
}

async function noteAsSent(ctx: Context, mail: WaitingMail): Promise<void> {
  if (mail.issueId === null) await markAsSent(ctx.db, mail.id, ctx.now())
  else await endIssueMail(ctx, mail, 'sent')
}

/** The mail is out: a database that is away is waited for, so that nobody sends it again. */
async function untilNoted(note: () => Promise<void>): Promise<void> {
  const end = performance.now() + NOTING_MS
  for (;;)
    try {
      return await note()
    } catch (error) {
      if (!(error instanceof DatabaseLostError) || performance.now() > end) throw error
      await sleep(PAUSE_MS)
    }
}

async function giveUp(ctx: Context, mail: WaitingMail): Promise<void> {
  ctx.log.warn({ mail: mail.id }, 'an email that was under way when its sender died is not sent again')
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
