import { pages } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import { notify } from '../../core/messages/notify.ts'
import type { PayoutAccount } from '../../gateways/payments/payments.ts'
import {
  findPayoutAccount,
  findPayoutAccountById,
  listStalePayoutAccounts,
  savePayoutAccount,
} from '../records/payout-account.repository.ts'

const STALE_MS = 3_600_000
const BATCH_ACCOUNTS = 100

/** Reads a seller's account from Stripe after an event. Accounts of other installations are ignored. */
export async function refreshPayoutAccount(ctx: Context, accountId: string): Promise<void> {
  const stored = await findPayoutAccountById(ctx.db, accountId)
  if (stored) await recordPayoutAccount(ctx, stored.userId, await ctx.payments.getAccount(accountId))
}

/** Reads the accounts that have not been read for an hour, because an event may have been lost. */
export async function refreshPayoutAccounts(ctx: Context): Promise<void> {
  const checkedBefore = new Date(ctx.now().getTime() - STALE_MS)
  for (const { userId, id } of await listStalePayoutAccounts(ctx.db, checkedBefore, BATCH_ACCOUNTS))
    await recordPayoutAccount(ctx, userId, await ctx.payments.getAccount(id))
}

/** Stores an account's state, and notifies the seller if the state has changed. */
export async function recordPayoutAccount(
  ctx: Context,
  userId: string,
  account: PayoutAccount,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const before = await findPayoutAccount(trx, userId)
    await savePayoutAccount(trx, userId, account, ctx.now())
    const notice = composeAccountNotice(account)
    if (before && before.state !== account.state && notice)
      await notify(trx, ctx, { userId, kind: 'payout', link: pages.payouts.path, ...notice })
  })
}

function composeAccountNotice({ state, reasons }: PayoutAccount): { subject: string; body: string } | null {
  const why = reasons.length > 0 ? ` ${reasons.join(' ')}` : ''
  switch (state) {
    case 'active':
      return {
        subject: 'You can receive payouts',
        body: 'Stripe has confirmed your account. We send you the money for each car once its handover is confirmed.',
      }
    case 'information-needed':
      return {
        subject: 'Stripe needs more information from you',
        body: `You can’t receive payouts until you enter it.${why}`,
      }
    case 'restricted':
      return null
    case 'rejected':
      return { subject: 'Stripe rejected your payout account', body: `You can’t receive payouts.${why}` }
  }
}
