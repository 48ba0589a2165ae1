import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { countWaitingMails, insertIssueMails } from '../../core/messages/mail.repository.ts'
import { composeIssue, lacksAddress } from './issue-mail.ts'
import {
  findIssueUnderWay,
  listIssuesUnderWay,
  moveIssue,
  recordReachedSubscriber,
} from './sending.repository.ts'
import { listRecipients } from './subscriber.repository.ts'

/**
 * Maximum number of emails per newsletter issue in the outbox. Deferred emails therefore don't hold up other
 * emails.
 */
export const OUTBOX_SHARE = 500
/**
 * Number of emails to add per run. It exceeds the number that are sent before the next run, but is small
 * enough not to delay requests.
 */
const FEED = 50

/**
 * Puts the next mails of each issue that is being sent into the outbox, and records the progress in the same
 * transaction. Even if the server is killed or stalls, the next run continues from there, and no subscriber
 * gets a second copy. Subscribers who confirmed after sending began are not recipients, so leaving and
 * rejoining brings no second copy either.
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
  const waiting = await countWaitingMails(trx, issue.id)
  if (waiting >= OUTBOX_SHARE) return
  const limit = Math.min(FEED, OUTBOX_SHARE - waiting)
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
  } else if (waiting === 0)
    await moveIssue(trx, issue.id, 'sending', 'sent', { finishedAt: now.toISOString() }, now)
}
