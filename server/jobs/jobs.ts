import type { Context } from '../context.ts'
import type { Database } from '../db/database.ts'
import { DatabaseLostError } from '../db/engines/lost-database.ts'
import { watchFeeds } from '../features/feeds/watch-feeds.ts'
import { notifyPriceChanges } from '../features/purchases/notify-price-changes.ts'
import { refreshRecalls } from '../features/recalls/refresh-recalls.ts'
import { createPriceLabeler } from '../features/cars/label-prices.ts'
import { createSearchMatcher } from '../features/searches/match-searches.ts'
import { sendAlerts } from '../features/searches/send-alerts.ts'
import { purgeShortlisted } from '../features/shortlist/shortlist.repository.ts'
import { sendShortlistAlerts } from '../features/shortlist/send-shortlist-alerts.ts'
import { purgeSearches } from '../features/searches/saved-search.repository.ts'
import { notifyStatements } from '../features/statements/notify-statements.ts'
import type { AddCounts } from '../db/engines/shared-counts.ts'
import { purgeLedgerUse } from '../db/ledger-quota.ts'
import { sweepUploads } from '../core/images/sweep-uploads.ts'
import { sweepImports } from '../features/imports/sweep-imports.ts'
import { purgeSentMails, purgeUnsentMails } from '../core/messages/email.repository.ts'
import { feedOutbox } from '../features/newsletter/feed-outbox.ts'
import { purgeDrafts } from '../features/newsletter/issue.repository.ts'
import { purgeUnconfirmed } from '../features/newsletter/subscriber.repository.ts'
import { sendPendingConfirmations, getConfirmableSince } from '../features/newsletter/subscriber.service.ts'
import { purgeReports } from '../features/reports/report.repository.ts'
import { purgeReviews } from '../features/reviews/review.repository.ts'
import { purgeSessions } from '../core/sessions/session.repository.ts'
import { purgeReverts } from '../features/changes/long-revert.repository.ts'
import { UNDO_SECONDS, purgeUndos } from '../features/undo/undo.repository.ts'
import { purgeHandledEvents } from '../sale/records/webhook.repository.ts'
import { compareWithStripe } from '../sale/accounting/compare-with-stripe.ts'
import { findMissedDealEvents, runDeals } from '../sale/stripe/run-deals.ts'
import { findMissedRefunds } from '../sale/stripe/outside-refunds.ts'
import { findCopiedPhotos } from '../features/photos/find-copied-photos.ts'
import { reconcile } from '../sale/stripe/reconcile.ts'
import { purgeChangeLog } from '../db/change-log.ts'
import { backUpHourly } from './back-up-hourly.ts'
import { sendWaitingMails } from './send-waiting-mails.ts'

const DAY_SECONDS = 24 * 3600

/**
 * Starts the background jobs. They reconcile payments and refunds, send mail, label prices, download recalls,
 * notify users of matches of saved searches and changes of shortlisted cars, buyers of price changes, sellers of
 * statements, and admins of copied photos, remove expired data, and back up a database file. A job started with
 * `startExclusive` runs on only one of several servers at a time.
 */
export function startJobs(
  ctx: Context,
  { file, addCounts }: Pick<Database, 'file' | 'addCounts'>,
): { close(): Promise<void> } {
  const startExclusive = (seconds: number, name: string, work: (ctx: Context) => Promise<unknown>) =>
    start(ctx, seconds, name, (track) => ctx.exclusively(name, () => track(() => work(ctx))))
  const closing = new AbortController()
  const matchSearches = createSearchMatcher()
  const jobs = [
    startExclusive(15, 'reconcile', reconcile),
    startExclusive(15, 'deals', runDeals),
    startExclusive(3600, 'missed-deal-events', findMissedDealEvents),
    startExclusive(3, 'mail', sendWaitingMails),
    startExclusive(3, 'newsletter', feedOutbox),
    startExclusive(60, 'subscribers', sendPendingConfirmations),
    startExclusive(30, 'feeds', watchFeeds),
    startExclusive(60, 'price-changes', notifyPriceChanges),
    startExclusive(10, 'price-labels', createPriceLabeler()),
    startExclusive(15, 'copied-photos', findCopiedPhotos),
    startExclusive(15, 'search-matches', matchSearches),
    startExclusive(15, 'search-alerts', sendAlerts),
    startExclusive(15, 'shortlist-alerts', sendShortlistAlerts),
    startExclusive(3600, 'statements', notifyStatements),
    startExclusive(3600, 'missed-refunds', findMissedRefunds),
    startExclusive(24 * 3600, 'compare-with-stripe', compareWithStripe),
    ...(ctx.config.recallsUrls.length === 0
      ? []
      : [startExclusive(3600, 'recalls', () => refreshRecalls(ctx, closing.signal))]),
    startExclusive(3600, 'sweep', sweep),
    start(ctx, 5, 'disk', (track) => track(() => ctx.writes.check())),
    start(ctx, 5, 'job_erasures', (track) => track(async () => ctx.erasures.wake())),
    start(ctx, 5, 'seller-fees', (track) => track(async () => ctx.sellerFees.wake())),
    ...(addCounts ? startPerServerJobs(ctx, addCounts) : []),
    ...(file === null ? [] : [start(ctx, 600, 'backup', (track) => track(() => backUpHourly(ctx, file)))]),
  ]
  return {
    async close() {
      closing.abort()
      await Promise.all(jobs.map((job) => job.close()))
    },
  }
}

/**
 * Starts the jobs that run on each of several servers. They exchange rate-limit counts, and continue imports
 * and reverts that another server left unfinished.
 */
function startPerServerJobs(ctx: Context, addCounts: AddCounts): Job[] {
  const { limits, imports, longReverts } = ctx
  return [
    start(ctx, 1, 'limits', (track) => track(() => limits.share(addCounts))),
    start(ctx, 5, 'imports', (track) => track(async () => imports.wake())),
    start(ctx, 5, 'reverts', (track) => track(async () => longReverts.wake())),
  ]
}

type Track = ReturnType<Context['metrics']['addJob']>

/**
 * Starts a job. Its work calls `track` only if it actually runs here, so that runs by other processes are not
 * counted.
 */
function start(ctx: Context, seconds: number, name: string, work: (track: Track) => Promise<unknown>): Job {
  const track = ctx.metrics.addJob(name, seconds)
  return runRepeatedly(seconds, name, ctx, () => work(track))
}

/**
 * Permanently removes expired data: undo offers and the rows that they could restore, old sessions, sent
 * mail, handled events, old change log entries, and uploads.
 */
export async function sweep(ctx: Context): Promise<void> {
  const now = ctx.now()
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const undeliverable = await purgeUnsentMails(ctx.db, secondsAgo(14 * DAY_SECONDS))
  if (undeliverable > 0) ctx.log.warn({ mails: undeliverable }, 'gave up on emails that could not be sent')
  const removed = {
    undos: await purgeUndos(ctx.db, now),
    searches: await purgeSearches(ctx.db, secondsAgo(UNDO_SECONDS)),
    shortlisted: await purgeShortlisted(ctx.db, secondsAgo(UNDO_SECONDS)),
    reviews: await purgeReviews(ctx.db, secondsAgo(UNDO_SECONDS)),
    reports: await purgeReports(ctx.db, secondsAgo(UNDO_SECONDS)),
    sessions: await purgeSessions(ctx.db, secondsAgo(30 * DAY_SECONDS)),
    sentMails: await purgeSentMails(ctx.db, secondsAgo(7 * DAY_SECONDS)),
    newsletterDrafts: await purgeDrafts(ctx.db, secondsAgo(UNDO_SECONDS)),
    subscribers: await purgeUnconfirmed(ctx.db, getConfirmableSince(now)),
    webhookEvents: await purgeHandledEvents(ctx.db, secondsAgo(30 * DAY_SECONDS)),
    changes: await purgeChangeLog(ctx.db),
    reverts: await purgeReverts(ctx.db, secondsAgo(30 * DAY_SECONDS)),
    ledgerUse: await purgeLedgerUse(ctx.db, now),
    ...(await sweepUploads(ctx)),
    imports: await sweepImports(ctx, secondsAgo(30 * DAY_SECONDS)),
  }
  ctx.log.info({ removed }, 'sweep finished')
}

interface Job {
  close(): Promise<void>
}

/**
 * Runs `work` immediately, and again `seconds` after each run ends. Failures are logged and do not stop later
 * runs. While the database connection is lost, only the first failure is logged.
 */
function runRepeatedly(
  seconds: number,
  name: string,
  { log, writes }: Pick<Context, 'log' | 'writes'>,
  work: () => Promise<unknown>,
): Job {
  let isClosed = false
  let isDatabaseLost = false
  let timer: NodeJS.Timeout | undefined
  let running = run()

  async function run(): Promise<void> {
    try {
      await work()
      isDatabaseLost = false
    } catch (error) {
      const isLoss = error instanceof DatabaseLostError
      const isAlreadyLogged = writes.recordFailure(error) || (isLoss && isDatabaseLost)
      if (!isAlreadyLogged) log.error({ err: error, job: name }, 'job failed')
      isDatabaseLost = isLoss
    }
    if (isClosed) return
    timer = setTimeout(() => {
      running = run()
    }, seconds * 1000)
    timer.unref()
  }

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
