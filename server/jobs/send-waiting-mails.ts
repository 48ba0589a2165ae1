import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { claimMail, listDueMails } from '../core/messages/email.repository.ts'
import { LONGEST_SEND_MS } from '../gateways/mail/mail.ts'
import { deliverEmail, giveUp, RECORDING_MS } from './deliver-mail.ts'

const BATCH_EMAILS = 20
/** Maximum time in milliseconds that one email may delay the others. */
const MAX_DELAY_MS = 15_000

/**
 * Sends the emails in the outbox one by one. If an email takes too long, the others are sent without waiting
 * for it in the next round. If the server crashes between sending an email and recording that, it is unknown
 * whether the email was sent. An email about money or the account is sent again, because it must not be lost.
 * A newsletter or other notice is not sent again, so that no one gets it twice.
 * @returns the number of sent emails
 */
export async function sendWaitingMails(ctx: Context, maxDelayMs = MAX_DELAY_MS): Promise<number> {
  let sent = 0
  const isUnconfirmedEnough = ctx.config.unconfirmedAddresses === 'trade'
  for (const mail of await listDueMails(ctx.db, ctx.now(), { limit: BATCH_EMAILS, isUnconfirmedEnough })) {
    if (mail.isInDoubt && mail.isAtMostOnce) {
      await giveUp(ctx, mail)
      continue
    }
    if (!(await claimMail(ctx.db, mail, tryDeadline(ctx.now())))) continue
    const delivery = deliverEmail(ctx, mail)
    const outcome = await limitWaitTime(maxDelayMs, delivery)
    // Nothing awaits this delivery anymore, so its error must be handled here.
    if (outcome === null)
      delivery.catch((error: unknown) => {
        if (!ctx.writes.recordFailure(error))
          ctx.log.error({ err: error, job: 'mail', mail: mail.id }, 'job failed')
      })
    // Other emails would also fail, and each would wait until the mail server times out.
    if (outcome === null || outcome === 'failed') return sent
    if (outcome === 'sent') sent += 1
  }
  return sent
}

function tryDeadline(now: Date): Date {
  return new Date(now.getTime() + LONGEST_SEND_MS + RECORDING_MS)
}

/**
 * Waits for a promise, but only for a limited time.
 * @returns null if the promise takes longer
 */
async function limitWaitTime<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, null, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}
