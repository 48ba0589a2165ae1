import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { claimMail, listDueMails } from '../core/messages/mail.repository.ts'
import { LONGEST_SEND_MS } from '../gateways/mail/mail.ts'
import { deliver, giveUp, RECORDING_MS } from './deliver-mail.ts'

const BATCH = 20
/** Maximum time in milliseconds that one mail may delay the others. */
const PATIENCE_MS = 15_000

/**
 * Sends the mails in the outbox one by one. If a mail server is slow with one mail, the others continue
 * without it in the next round.
 * If a server dies between sending a mail and recording that, it is unknown whether the mail was sent. A mail
 * about money or the account is sent again, because it must not be lost. A newsletter or other notice is not
 * sent again, because no one should get it twice, and notices also appear in the app.
 * @returns the number of sent mails
 */
export async function sendWaitingMails(ctx: Context, patienceMs = PATIENCE_MS): Promise<number> {
  let sent = 0
  const isUnprovenEnough = ctx.config.unprovenAddresses === 'trade'
  for (const mail of await listDueMails(ctx.db, ctx.now(), { limit: BATCH, isUnprovenEnough })) {
    if (mail.isInDoubt && mail.isAtMostOnce) {
      await giveUp(ctx, mail)
      continue
    }
    if (!(await claimMail(ctx.db, mail, endOfTry(ctx.now())))) continue
    const delivery = deliver(ctx, mail)
    const outcome = await within(patienceMs, delivery)
    // Nothing awaits this delivery anymore, so its error is handled here.
    if (outcome === null)
      delivery.catch((error: unknown) => {
        if (!ctx.writes.recordFailure(error))
          ctx.log.error({ err: error, job: 'mail', mail: mail.id }, 'job failed')
      })
    // Other mails would fail, too, and each would wait until the mail server times out.
    if (outcome === null || outcome === 'failed') return sent
    if (outcome === 'sent') sent += 1
  }
  return sent
}

/** Returns the time by which a try must have ended and been recorded. */
function endOfTry(now: Date): Date {
  return new Date(now.getTime() + LONGEST_SEND_MS + RECORDING_MS)
}

/**
 * Waits for a promise, up to a time limit.
 * @returns null if the promise takes longer
 */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, null, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}
