import type { Context } from '../../context.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { insertMail } from '../../core/messages/email.repository.ts'
import { insertMessage } from '../../core/messages/message.repository.ts'
import { computeSendingTimes, type SendingTimes } from '../../core/messages/sending-times.ts'
import { composeAlert } from './alert-mail.ts'
import {
  deleteAlertsForUnlistedCars,
  findDueSearch,
  listDueSearches,
  listQueuedCars,
  markAlertsAsSent,
} from './alert.repository.ts'

type Sender = Pick<Context, 'db' | 'config' | 'now'>

const SEARCHES_PER_RUN = 500

/**
 * Notifies users of the cars that match their saved searches: in their notifications, and by email if their address is
 * confirmed. The email joins the outbox in the transaction that marks the alerts as sent.
 */
export async function sendAlerts(ctx: Sender): Promise<void> {
  const times = computeSendingTimes(ctx.now())
  for (const id of await listDueSearches(ctx.db, times, SEARCHES_PER_RUN))
    await ctx.db.transaction().execute((trx) => sendAlert(trx, ctx, id, times))
}

async function sendAlert(trx: Db, ctx: Sender, id: string, times: SendingTimes): Promise<void> {
  const search = await findDueSearch(trx, id, times)
  if (!search) return
  await deleteAlertsForUnlistedCars(trx, id)
  const cars = await listQueuedCars(trx, id)
  if (cars.length === 0) return
  const { userId, email, isVerified } = search
  const { message, mail } = composeAlert(search, cars, ctx.config)
  const now = ctx.now()
  await insertMessage(trx, userId, { id: newId(), kind: 'search', ...message }, now)
  if (isVerified === 1) await insertMail(trx, { userId, recipient: email, ...mail }, now)
  await markAlertsAsSent(trx, id, now)
}
