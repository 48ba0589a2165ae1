import type { Context } from '../context.ts'
import { feedOutbox } from '../features/newsletter/feed-outbox.ts'
import { askUnaskedSubscribers } from '../features/newsletter/subscriber.service.ts'
import { findMissedRefunds } from '../sale/stripe/outside-refunds.ts'
import { reconcile } from '../sale/stripe/reconcile.ts'
import { backUpHourly } from './back-up-hourly.ts'
import { every } from './every.ts'
import { sendWaitingMails } from './send-waiting-mails.ts'
import { sweep } from './sweep.ts'

/** What the server does by itself: reconcile payments and refunds, send mail, sweep out what expired, back up. */
export function startJobs(ctx: Context): { close(): Promise<void> } {
  const jobs = [
    every(15, 'reconcile', ctx.log, () => reconcile(ctx)),
    every(3, 'mail', ctx.log, () => sendWaitingMails(ctx)),
    every(3, 'newsletter', ctx.log, () => feedOutbox(ctx)),
    every(60, 'subscribers', ctx.log, () => askUnaskedSubscribers(ctx)),
    every(3600, 'missed refunds', ctx.log, () => findMissedRefunds(ctx)),
    every(600, 'backup', ctx.log, () => backUpHourly(ctx)),
    every(3600, 'sweep', ctx.log, () => sweep(ctx)),
  ]
  return {
    async close() {
      await Promise.all(jobs.map((job) => job.close()))
    },
  }
}
