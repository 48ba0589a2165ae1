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
  await purgeUndos(ctx.db, now)
  await purgeReviews(ctx.db, ago(UNDO_SECONDS))
  await purgeReports(ctx.db, ago(UNDO_SECONDS))
  await purgeSessions(ctx.db, ago(30 * DAY_SECONDS))
  await purgeSentMails(ctx.db, ago(7 * DAY_SECONDS))
  const undeliverable = await purgeUnsentMails(ctx.db, ago(14 * DAY_SECONDS))
  if (undeliverable > 0) ctx.log.warn({ mails: undeliverable }, 'gave up on emails that could not be sent')
  await purgeDrafts(ctx.db, ago(UNDO_SECONDS))
  await purgeUnconfirmed(ctx.db, confirmableSince(now))
  await purgeHandledEvents(ctx.db, ago(30 * DAY_SECONDS))
  await purgeChanges(ctx.db)
  await purgeReverts(ctx.db, ago(30 * DAY_SECONDS))
  await purgeLedgerUse(ctx.db, now)
  await sweepUploads(ctx)
  await sweepImports(ctx, ago(30 * DAY_SECONDS))
}
