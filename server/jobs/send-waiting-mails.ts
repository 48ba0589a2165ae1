import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { claimMail, listDueMails } from '../core/messages/mail.repository.ts'
import { LONGEST_SEND_MS } from '../gateways/mail/mail.ts'
import { deliver, giveUp, RECORDING_MS } from './deliver-mail.ts'

const BATCH = 20
/** For how long the others wait for one. */
const PATIENCE_MS = 15_000

/**
 * Sends what waits in the outbox, one mail after the other. Where a mail server takes its time over one, the others go on
 * without it, a round later. Where a server dies between sending and noting so, nobody knows which of the two it was:
 * then what is about money or the account goes out again, as none of it is to be lost. A newsletter or another notice
 * does not, as nobody is to get it twice: the in-app list has each notice.
 * @returns how many were sent
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
    // Nobody waits for what becomes of it.
    if (outcome === null)
      delivery.catch((error: unknown) => {
        if (!ctx.writes.noteFailure(error))
          ctx.log.error({ err: error, job: 'mail', mail: mail.id }, 'job failed')
      })
    // The others would fail as well, and each would wait for the mail server's time to run out.
    if (outcome === null || outcome === 'failed') return sent
    if (outcome === 'sent') sent += 1
  }
  return sent
}

/** By then it is over, and noted. */
function endOfTry(now: Date): Date {
  return new Date(now.getTime() + LONGEST_SEND_MS + RECORDING_MS)
}

/** @returns null where it takes longer */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, null, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}
