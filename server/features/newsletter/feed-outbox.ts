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

/** How many mails of one issue wait in the outbox at a time: those that are put off must not hold up the others. */
export const OUTBOX_SHARE = 500
/** How many are put there at a time: more than go out until the next, few enough that nobody waits for it. */
const FEED = 50

/**
 * Puts the next mails of each issue that is being sent into the outbox, and notes in the same transaction how far it
 * got: whatever kills or stalls the server, the next one goes on there, and no subscriber is passed twice. One who confirmed
 * after the sending began is not among the recipients, so that leaving and coming back brings no second copy.
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
    // It was set when the sending began.
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
