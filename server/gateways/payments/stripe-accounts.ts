import type Stripe from 'stripe'
import type { PaymentsGateway, PayoutAccount } from './payments.ts'
import { withStripeProblem, type LoadStripe } from './stripe-client.ts'

type AccountsGateway = Pick<PaymentsGateway, 'createAccount' | 'getAccount' | 'createAccountLink'>

/** The parts of an account that Stripe returns only on request. */
const include: Stripe.V2.Core.AccountRetrieveParams.Include[] = ['configuration.recipient', 'requirements']

/**
 * Manages the sellers' accounts. Each account can only receive transfers; Stripe collects the seller's
 * identity and bank details, which Kerblight never sees.
 * @see https://docs.stripe.com/connect/accounts-v2
 */
export function createAccountsGateway(load: LoadStripe): AccountsGateway {
  return {
    async createAccount({ idempotencyKey, ...seller }) {
      const stripe = await load()
      const created = stripe.v2.core.accounts.create(toAccountParams(seller), { idempotencyKey })
      return toPayoutAccount(await withStripeProblem(created))
    },

    async getAccount(id) {
      const stripe = await load()
      return toPayoutAccount(await withStripeProblem(stripe.v2.core.accounts.retrieve(id, { include })))
    },

    async createAccountLink({ accountId, returnUrl, refreshUrl }) {
      const stripe = await load()
      const link = stripe.v2.core.accountLinks.create({
        account: accountId,
        use_case: {
          type: 'account_onboarding',
          account_onboarding: {
            return_url: returnUrl,
            refresh_url: refreshUrl,
          },
        },
      })
      return (await withStripeProblem(link)).url
    },
  }
}

/** Returns the parameters of a new account that can only receive transfers. */
export function toAccountParams({
  userId,
  email,
  name,
}: {
  userId: string
  email: string
  name: string
}): Stripe.V2.Core.AccountCreateParams {
  return {
    contact_email: email,
    display_name: name,
    dashboard: 'express',
    identity: { country: 'us' },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    defaults: {
      currency: 'usd',
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
    metadata: { userID: userId },
    include,
  }
}

type StatusCode =
  Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers.StatusDetail.Code

/** Stripe's reasons for the state of the capability to receive transfers. */
const reasons: Record<StatusCode, string> = {
  determining_status: 'Stripe is checking your account.',
  requirements_past_due: 'Stripe needs more information from you.',
  requirements_pending_verification: 'Stripe is checking the information that you entered.',
  restricted_other: 'Stripe has restricted your account. Contact Stripe’s support.',
  unsupported_business: 'Stripe doesn’t support your kind of business.',
  unsupported_country: 'Stripe doesn’t support accounts in your country.',
  unsupported_entity_type: 'Stripe doesn’t support your legal form.',
  rejected_fraud: 'Stripe has rejected your account because of suspected fraud.',
  rejected_incomplete_verification: 'Stripe has rejected your account because your identity isn’t confirmed.',
  rejected_listed: 'Stripe has rejected your account because of a sanctions list.',
  rejected_other: 'Stripe has rejected your account.',
  rejected_platform_fraud: 'Your account was rejected because of suspected fraud.',
  rejected_platform_other: 'Your account was rejected.',
  rejected_platform_terms_of_service: 'Your account was rejected because of a breach of the terms.',
  rejected_terms_of_service: 'Stripe has rejected your account because of a breach of its terms.',
}

function toPayoutAccount(account: Stripe.V2.Core.Account): PayoutAccount {
  const capability = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  const needs = (account.requirements?.entries ?? []).filter(
    ({ awaiting_action_from: side }) => side === 'user',
  )
  const details = capability?.status_details ?? []
  const stripeReasons = details.map(({ code }) => reasons[code])
  const errors = needs.flatMap((entry) => entry.errors.map(({ description }) => description))
  const state = toAccountState(account, needs.length > 0)
  return {
    id: account.id,
    state,
    reasons: state === 'active' ? [] : [...new Set([...stripeReasons, ...errors])],
  }
}

function toAccountState(account: Stripe.V2.Core.Account, needsInformation: boolean): PayoutAccount['state'] {
  const capability = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  const status = capability?.status
  if (account.closed || status === 'rejected' || status === 'unsupported') return 'rejected'
  if (status === 'active') return 'active'
  return needsInformation ? 'information-needed' : 'restricted'
}
