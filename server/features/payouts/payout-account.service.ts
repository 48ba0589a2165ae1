import { createHash } from 'node:crypto'
import { pages } from '../../../contract/pages.ts'
import type { Actor } from '../../actor.ts'
import type { Call } from '../../http/handler.ts'
import { readSellerDebt } from '../../sale/records/ledger.repository.ts'
import { findFeeRate } from '../../sale/records/fee-rate.repository.ts'
import { findPayoutAccount } from '../../sale/records/payout-account.repository.ts'
import { recordPayoutAccount } from '../../sale/payouts/refresh-accounts.ts'

export async function getPayoutAccount({ ctx, actor }: Pick<Call<'getPayoutAccount'>, 'ctx' | 'actor'>) {
  const account = await findPayoutAccount(ctx.db, actor.id)
  return {
    state: account?.state ?? ('none' as const),
    reasons: account?.reasons ?? [],
    isRequired: ctx.config.payoutsRequired,
    fee: await findFeeRate(ctx.db, actor.id),
    debtMinor: await readSellerDebt(ctx.db, actor.id),
  }
}

/** Reads the Stripe account, because the event about a change may still be on its way. */
export async function refreshPayoutAccount({ ctx, actor }: Call<'refreshPayoutAccount'>) {
  const account = await findPayoutAccount(ctx.db, actor.id)
  if (account) await recordPayoutAccount(ctx, actor.id, await ctx.payments.getAccount(account.id))
  return getPayoutAccount({ ctx, actor })
}

/** Stripe rejects a key that is reused with other details, so they are part of the key. */
function accountKey({ id, email, fullName }: Actor): string {
  return `account-${id}-${createHash('sha256').update(`${email}\n${fullName}`).digest('base64url')}`
}

/**
 * Returns a link to Stripe's onboarding pages, and creates the seller's account first if it is missing. A
 * repeat after a crash gets the same account.
 */
export async function addPayoutLink({ ctx, actor }: Call<'addPayoutLink'>) {
  const { publicUrl } = ctx.config
  let account = await findPayoutAccount(ctx.db, actor.id)
  if (!account) {
    const created = await ctx.payments.createAccount({
      userId: actor.id,
      email: actor.email,
      name: actor.fullName,
      idempotencyKey: accountKey(actor),
    })
    await recordPayoutAccount(ctx, actor.id, created)
    account = (await findPayoutAccount(ctx.db, actor.id))!
  }
  const url = await ctx.payments.createAccountLink({
    accountId: account.id,
    returnUrl: `${publicUrl}${pages.payouts.path}?onboarding=done`,
    refreshUrl: `${publicUrl}${pages.payouts.path}?onboarding=expired`,
  })
  return { url }
}
