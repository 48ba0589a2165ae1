import type { Context } from '../context.ts'
import { purgeLedgerUse } from '../db/ledger-quota.ts'
import { sweepUploads } from '../features/images/sweep-uploads.ts'
import { sweepImports } from '../features/imports/sweep-imports.ts'
import { purgeSentMails, purgeUnsentMails } from '../features/messages/mail.repository.ts'
import { purgeDrafts } from '../features/newsletter/issue.repository.ts'
import { purgeUnconfirmed } from '../features/newsletter/subscriber.repository.ts'
import { confirmableSince } from '../features/newsletter/subscriber.service.ts'
import { purgeReports } from '../features/reports/report.repository.ts'
import { purgeReviews } from '../features/reviews/review.repository.ts'
import { purgeSessions } from '../features/sessions/session.repository.ts'
import { purgeReverts } from '../features/undo/long-revert.repository.ts'
import { UNDO_SECONDS, purgeUndos } from '../features/undo/undo.repository.ts'
import { purgeHandledEvents } from '../sale/records/webhook.repository.ts'
import { purgeChanges } from '../search/purge-changes.ts'

const DAY_SECONDS = 24 * 3600

/** Removes for good what is over: undo and what it could bring back, old sessions, sent mail, handled events, changes that
 * were read, uploads. */
export async function sweep(ctx: Context): Promise<void> {
  const now = ctx.now()
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const undeliverable = await purgeUnsentMails(ctx.db, ago(14 * DAY_SECONDS))
  if (undeliverable > 0) ctx.log.warn({ mails: undeliverable }, 'gave up on emails that could not be sent')
  const removed = {
    undos: await purgeUndos(ctx.db, now),
    reviews: await purgeReviews(ctx.db, ago(UNDO_SECONDS)),
    reports: await purgeReports(ctx.db, ago(UNDO_SECONDS)),
    sessions: await purgeSessions(ctx.db, ago(30 * DAY_SECONDS)),
    sentMails: await purgeSentMails(ctx.db, ago(7 * DAY_SECONDS)),
    newsletterDrafts: await purgeDrafts(ctx.db, ago(UNDO_SECONDS)),
    subscribers: await purgeUnconfirmed(ctx.db, confirmableSince(now)),
    webhookEvents: await purgeHandledEvents(ctx.db, ago(30 * DAY_SECONDS)),
    changes: await purgeChanges(ctx.db),
    reverts: await purgeReverts(ctx.db, ago(30 * DAY_SECONDS)),
    ledgerUse: await purgeLedgerUse(ctx.db, now),
    ...(await sweepUploads(ctx)),
    imports: await sweepImports(ctx, ago(30 * DAY_SECONDS)),
  }
  ctx.log.info({ removed }, 'sweep finished')
}
