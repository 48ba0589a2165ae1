import { recordPayoutAccount } from '../../server/sale/payouts/refresh-accounts.ts'
import { findPayoutAccount } from '../../server/sale/records/payout-account.repository.ts'
import { expected, print } from '../bootstrap/print.cjs'
import type { Market } from './market.ts'
import { waitUntil } from './wait-until.ts'

const ONBOARDING_SECONDS = 1800

/** Creates the seller's account and the link to Stripe's onboarding pages, and returns the link. */
export async function createAccountLink({ call }: Market): Promise<string> {
  return (await call('seller', 'addPayoutLink')).url
}

/** Goes through the sandbox's onboarding pages, as a seller does. */
export async function completeInSandbox(url: string): Promise<void> {
  const { headers } = await fetch(url, { redirect: 'manual' })
  const session = new URL(headers.get('location')!, url)
  const response = await fetch(`${session.href}/complete`, {
    method: 'POST',
    headers: { origin: session.origin },
  })
  if (!response.ok) throw expected(`The sandbox’s onboarding ended with status ${response.status}.`)
}

/** Waits until a person has completed Stripe's pages. Returns the ID of the account. */
export async function waitForAccount({ ctx, people, call }: Market): Promise<string> {
  const { id } = (await findPayoutAccount(ctx.db, people.seller.id))!
  return waitUntil(
    async () => {
      await recordPayoutAccount(ctx, people.seller.id, await ctx.payments.getAccount(id))
      return (await call('seller', 'getPayoutAccount')).state === 'active' ? id : null
    },
    {
      seconds: ONBOARDING_SECONDS,
      failure: `The account ${id} did not become active. Complete its onboarding, and run this again with --account ${id}.`,
    },
  )
}

/** Uses the account of an earlier rehearsal. */
export async function useAccount({ ctx, people }: Market, id: string): Promise<void> {
  const account = await ctx.payments.getAccount(id)
  if (account.state !== 'active') {
    for (const reason of account.reasons) print(reason)
    throw expected(`The account ${id} can’t receive transfers. Omit --account to create another one.`)
  }
  await recordPayoutAccount(ctx, people.seller.id, account)
}
