import { join } from 'node:path'
import type Stripe from 'stripe'
import type { Complete } from './complete.ts'
import { takeOverStripeJson } from '../json-state.ts'
import { type Collection, openStateDatabase, type StateDatabase } from '../state-database.ts'

export interface AccountRecord {
  id: string
  /** The account with all of its parts. Responses have only the parts that a request includes. */
  account: Complete<Stripe.V2.Core.Account>
}

/** A link works once. Opening it starts a session, which the browser can reload until it ends. */
export interface AccountLinkRecord {
  id: string
  accountId: string
  returnUrl: string
  refreshUrl: string
  /** The time, in milliseconds, at which the link or its session expires. */
  expiresAt: number
  state: 'unused' | 'used' | 'session' | 'ended'
}

type EventBase = Omit<Stripe.V2.Core.EventBase, 'changes' | 'snapshot_event'>

export type AccountEventType = Extract<
  Stripe.V2.Core.EventNotification['type'],
  `v2.core.account.${string}` | `v2.core.account[${string}`
>

/** An event of API v2, which names its object without containing it. */
export interface ThinEvent extends Complete<EventBase> {
  type: AccountEventType
  related_object: Stripe.V2.Core.Events.RelatedObject
}

export interface PaymentIntentRecord {
  intent: Stripe.PaymentIntent
  /** The authentication that the customer must complete. */
  authenticationId: string | null
}

export interface PaymentMethodRecord {
  method: Stripe.PaymentMethod
  /** The number of a documented test card. Other card numbers are not stored. */
  testCard: string | null
  /** Without a customer, a method can pay only once. */
  isUsed: boolean
}

export interface RefundRecord {
  refund: Stripe.Refund
  /** The bank's pending decision with its time in milliseconds, or null once the refund is final. */
  due: { at: number; status: 'succeeded' | 'failed' } | null
}

export interface AuthenticationRecord {
  id: string
  paymentIntentId: string
  state: 'pending' | 'succeeded' | 'failed'
}

export interface BalanceTransactionRecord {
  transaction: Stripe.BalanceTransaction
  /** ID of the connected account whose balance changed; null for the platform. */
  account: string | null
  /** The time in milliseconds at which the money becomes available. */
  availableAt: number
}

interface PayoutRecord {
  payout: Stripe.Payout
  /** ID of the connected account that was paid; null for the platform. */
  account: string | null
}
export type StoredEvent = Stripe.Event | ThinEvent

interface EventRecord {
  event: StoredEvent
  delivery: 'pending' | 'delivered' | 'given-up' | 'none'
  attempts: number
}

export interface IdempotencyRecord {
  path: string
  paramsHash: string
  status: number
  body: string
  requestId: string
  createdAt: number
}

/** The complete state of the sandbox, in `<dataDir>/stripe.db`. */
export interface Store extends Pick<StateDatabase, 'saved' | 'close'> {
  paymentIntents: Collection<PaymentIntentRecord>
  paymentMethods: Collection<PaymentMethodRecord>
  charges: Collection<Stripe.Charge>
  refunds: Collection<RefundRecord>
  balanceTransactions: Collection<BalanceTransactionRecord>
  transfers: Collection<Stripe.Transfer>
  transferReversals: Collection<Stripe.TransferReversal>
  payouts: Collection<PayoutRecord>
  disputes: Collection<Stripe.Dispute>
  authentications: Collection<AuthenticationRecord>
  accounts: Collection<AccountRecord>
  accountLinks: Collection<AccountLinkRecord>
  events: Collection<EventRecord>
  idempotency: Collection<IdempotencyRecord>
}

/** Opens the state in `dataDir`. Rejects with `CorruptStateError` if the state is unusable. */
export async function openStore(dataDir: string): Promise<Store> {
  const state = openStateDatabase(join(dataDir, 'stripe.db'))
  await takeOverStripeJson(dataDir, state).catch((error: unknown) => {
    state.close()
    throw error
  })
  const { collection, saved, close } = state
  return {
    paymentIntents: collection('paymentIntents'),
    paymentMethods: collection('paymentMethods'),
    charges: collection('charges'),
    refunds: collection('refunds'),
    balanceTransactions: collection('balanceTransactions'),
    transfers: collection('transfers'),
    transferReversals: collection('transferReversals'),
    payouts: collection('payouts'),
    disputes: collection('disputes'),
    authentications: collection('authentications'),
    accounts: collection('accounts'),
    accountLinks: collection('accountLinks'),
    events: collection('events'),
    idempotency: collection('idempotency'),
    saved,
    close,
  }
}
