import type Stripe from 'stripe'
import type { Complete } from './complete.ts'

type Recipient = Stripe.V2.Core.Account.Configuration.Recipient
type Capability = Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers
type Requirements = Stripe.V2.Core.Account.Requirements
type Entry = Complete<Stripe.V2.Core.Account.Requirements.Entry>

/**
 * The results of onboarding that a tester can choose. `unfinished`: the seller has to enter more information.
 * `pending`: everything is entered, and Stripe is checking it.
 */
export const outcomes = ['complete', 'pending', 'unfinished', 'restricted', 'rejected'] as const
export type Outcome = (typeof outcomes)[number]

/** The state of an account between its creation and the first onboarding, or the result of onboarding. */
type AccountState = 'new' | Outcome

const CAPABILITIES: Record<AccountState, Capability> = {
  new: {
    status: 'restricted',
    status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
  },
  complete: { status: 'active', status_details: [] },
  pending: {
    status: 'pending',
    status_details: [{ code: 'requirements_pending_verification', resolution: 'no_resolution' }],
  },
  unfinished: {
    status: 'restricted',
    status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
  },
  restricted: {
    status: 'restricted',
    status_details: [{ code: 'restricted_other', resolution: 'contact_stripe' }],
  },
  rejected: {
    status: 'rejected',
    status_details: [{ code: 'rejected_fraud', resolution: 'contact_stripe' }],
  },
}

const FIRST_STEPS = [
  'identity.entity_type',
  'identity.individual.given_name',
  'identity.individual.surname',
  'identity.individual.date_of_birth',
  'identity.individual.address',
]
const LAST_STEPS = [
  'identity.individual.id_numbers',
  'identity.attestations.terms_of_service.account',
  'defaults.payout_methods.usd',
]

const USER_STEPS: Record<AccountState, string[]> = {
  new: [...FIRST_STEPS, ...LAST_STEPS],
  complete: [],
  pending: [],
  unfinished: LAST_STEPS,
  restricted: [],
  rejected: [],
}

/** Builds an account's recipient configuration, whose capabilities depend on onboarding. */
export function buildRecipient(state: AccountState): Complete<Recipient> {
  return {
    applied: true,
    capabilities: {
      bank_accounts: null,
      cards: null,
      stripe_balance: { payouts: CAPABILITIES[state], stripe_transfers: CAPABILITIES[state] },
    },
  }
}

export function buildRequirements(state: AccountState): Complete<Requirements> {
  const entries = [
    ...USER_STEPS[state].map((description) => buildEntry(description, 'user')),
    ...(state === 'pending' ? [buildEntry('identity.individual.id_numbers', 'stripe')] : []),
  ]
  const [first] = entries
  return {
    alternatives: [],
    entries,
    summary: { minimum_deadline: first ? { status: first.minimum_deadline.status, time: null } : null },
  }
}

function buildEntry(description: string, side: Entry['awaiting_action_from']): Entry {
  const status = side === 'user' ? 'past_due' : 'eventually_due'
  return {
    awaiting_action_from: side,
    description,
    errors: [],
    impact: {
      restricts_capabilities: [
        {
          capability: 'stripe_balance.stripe_transfers',
          configuration: 'recipient',
          deadline: { status },
        },
      ],
    },
    minimum_deadline: { status },
    reference: null,
    requested_reasons: [{ code: side === 'user' ? 'routine_onboarding' : 'routine_verification' }],
  }
}
