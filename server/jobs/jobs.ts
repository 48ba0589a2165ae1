import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { watchFeeds } from '../features/feeds/watch-feeds.ts'
import type { AddCounts } from '../db/engines/shared-counts.ts'
import { feedOutbox } from '../features/newsletter/feed-outbox.ts'
import { askUnaskedSubscribers } from '../features/newsletter/subscriber.service.ts'
import { findMissedRefunds } from '../sale/stripe/outside-refunds.ts'
import { reconcile } from '../sale/stripe/reconcile.ts'
import { backUpHourly } from './back-up-hourly.ts'
import { every, type Job } from './every.ts'
import { sendWaitingMails } from './send-waiting-mails.ts'
import { sweep } from './sweep.ts'

/**
 * What the server does by itself: reconcile payments and refunds, send mail, sweep out what expired, and back up a file. Of
 * several servers one does each at a time.
 */
export function startJobs(
  ctx: Context,
  { file, addCounts }: Pick<Database, 'file' | 'addCounts'>,
): { close(): Promise<void> } {
  const alone = (seconds: number, name: string, work: (ctx: Context) => Promise<unknown>) =>
    every(seconds, name, ctx.log, () => ctx.exclusively(name, () => work(ctx)))
  const jobs = [
    alone(15, 'reconcile', reconcile),
    alone(3, 'mail', sendWaitingMails),
    alone(3, 'newsletter', feedOutbox),
    alone(60, 'subscribers', askUnaskedSubscribers),
    alone(30, 'feeds', watchFeeds),
    alone(3600, 'missed refunds', findMissedRefunds),
    alone(3600, 'sweep', sweep),
    every(5, 'erasures', ctx.log, async () => ctx.erasures.wake()),
    ...(addCounts ? beside(ctx, addCounts) : []),
    ...(file === null ? [] : [every(600, 'backup', ctx.log, () => backUpHourly(ctx, file))]),
  ]
  return {
    async close() {
      await Promise.all(jobs.map((job) => job.close()))
    },
  }
}

/** What each of several servers does: it tells the others what it counts, and goes on with imports and reverts that one has left. */
function beside({ log, limits, imports, longReverts }: Context, addCounts: AddCounts): Job[] {
  return [
    every(1, 'limits', log, () => limits.share(addCounts)),
    every(5, 'imports', log, async () => imports.wake()),
    every(5, 'reverts', log, async () => longReverts.wake()),
  ]
}
