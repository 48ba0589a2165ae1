import { createHash } from 'node:crypto'
import { formatMonth, statementsPath } from '../../../contract/statements.ts'
import type { Context } from '../../context.ts'
import { notify } from '../../core/messages/notify.ts'
import { isFinal, monthRange } from './statement.ts'
import { listSellersToNotify } from './statement.repository.ts'

/**
 * Notifies each seller whose statement of the previous month is final, once per month. If no process runs on the
 * first day of a month, the notices follow on a later day of it.
 */
export async function notifyStatements(ctx: Pick<Context, 'db' | 'config' | 'now'>): Promise<void> {
  const month = monthBefore(ctx.now())
  if (!isFinal(month, ctx.now())) return
  const name = formatMonth(month)
  const notice = {
    kind: 'payout' as const,
    subject: `Your statement for ${name} is ready`,
    body: `It lists your sales, payouts, fees, and refunds in ${name}. You can download it as a PDF or a CSV file.`,
    link: statementsPath(),
  }
  for (const userId of await listSellersToNotify(ctx.db, monthRange(month), notice.subject))
    await ctx.db
      .transaction()
      .execute((trx) => notify(trx, ctx, { ...notice, userId, id: noticeId(userId, month) }))
}

function monthBefore(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7)
}

function noticeId(sellerId: string, month: string): string {
  return createHash('sha256').update(`statement ${sellerId} ${month}`).digest('base64url').slice(0, 22)
}
