import type { Context } from '../../context.ts'
import { insertMail } from '../../core/messages/email.repository.ts'
import { insertMessage } from '../../core/messages/message.repository.ts'
import { computeSendingTimes, type SendingTimes } from '../../core/messages/sending-times.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import {
  findNewsRecipient,
  listShortlistNews,
  listUsersWithNews,
  recordNotified,
} from './shortlist-alert.repository.ts'
import { findFrequency, provideToken } from './shortlist-emails.repository.ts'
import { composeShortlistMail, composeShortlistMessage } from './shortlist-mail.ts'

type Sender = Pick<Context, 'db' | 'config' | 'now'>

const USERS_PER_RUN = 500

/**
 * Notifies users of changes of the cars on their shortlists: in their notifications, and by email if their address is
 * confirmed. The transaction that adds the email to the outbox compares the cars with the last notification, and
 * records the new one, so that each change is reported once.
 */
export async function sendShortlistAlerts(ctx: Sender): Promise<void> {
  const times = computeSendingTimes(ctx.now())
  for (const userId of await listUsersWithNews(ctx.db, times, USERS_PER_RUN))
    await ctx.db.transaction().execute((trx) => sendNews(trx, ctx, userId, times))
}

async function sendNews(trx: Db, ctx: Sender, userId: string, times: SendingTimes): Promise<void> {
  const user = await findNewsRecipient(trx, userId, times)
  if (!user) return
  const news = await listShortlistNews(trx, userId)
  await recordNotified(trx, userId, news)
  if (news.length === 0) return
  const now = ctx.now()
  const message = composeShortlistMessage(news)
  await insertMessage(trx, userId, { id: newId(), kind: 'shortlist', ...message }, now)
  if (user.isVerified === 0 || (await findFrequency(trx, userId)) === 'never') return
  const token = await provideToken(trx, userId)
  const mail = composeShortlistMail(news, { subject: message.subject, token }, ctx.config)
  await insertMail(trx, { userId, recipient: user.email, ...mail }, now)
}
