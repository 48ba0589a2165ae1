import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { countWaitingMails, insertIssueMails } from '../../core/messages/email.repository.ts'
import { composeIssue, lacksAddress } from './issue-mail.ts'
import {
  findIssueUnderWay,
  listIssuesUnderWay,
  moveIssue,
  recordReachedSubscriber,
} from './sending.repository.ts'
import { listRecipients } from './subscriber.repository.ts'

/** Maximum number of emails per issue in the outbox, so that deferred ones don't hold up other emails. */
export const OUTBOX_SHARE = 500
/**
 * Number of emails to add per run. It exceeds the number that are sent before the next run, but is small
 * enough not to delay requests.
 */
const MAX_MAILS_PER_RUN = 50

/**
 * Adds the next emails of each issue to the outbox, and records the progress in the same transaction. Even if
 * the server is killed or stalls, no subscriber gets a second copy. Subscribers who confirmed after sending
 * began are not recipients, so unsubscribing and resubscribing brings no second copy either.
 */
export async function feedOutbox(ctx: Context): Promise<void> {
  for (const { id } of await listIssuesUnderWay(ctx.db))
    await ctx.db.transaction().execute((trx) => feedIssue(trx, ctx, id))
}

async function feedIssue(trx: Db, ctx: Context, id: string): Promise<void> {
  const now = ctx.now()
  const issue = await findIssueUnderWay(trx, id)
  if (!issue) return
  if (lacksAddress(ctx.config)) {
    // The mailing address was configured when sending began, but is missing now.
    await moveIssue(trx, id, 'sending', 'stopped', {}, now)
    return
  }
  const waitingCount = await countWaitingMails(trx, issue.id)
  if (waitingCount >= OUTBOX_SHARE) return
  const limit = Math.min(MAX_MAILS_PER_RUN, OUTBOX_SHARE - waitingCount)
  const page = { after: issue.reached, confirmedUntil: issue.startedAt!, limit }
  const recipients = await listRecipients(trx, page)
  const last = recipients.at(-1)
  if (last) {
    if (!(await recordReachedSubscriber(trx, issue, last.id))) return
    const compose = composeIssue(issue, ctx.config)
    const mails = recipients.map(({ id, email, token }) => ({
      ...compose(token),
      recipient: email,
      subscriberId: id,
    }))
    await insertIssueMails(trx, issue.id, mails, now)
  } else if (waitingCount === 0)
    await moveIssue(trx, issue.id, 'sending', 'sent', { finishedAt: now.toISOString() }, now)
}
