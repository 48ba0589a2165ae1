import { join } from 'node:path'
import type Stripe from 'stripe'
import { takeOverStripeJson } from '../json-state.ts'
import { type Collection, openStateDatabase, type StateDatabase } from '../state-database.ts'

export interface PaymentIntentRecord {
  intent: Stripe.PaymentIntent
  /** The authentication the customer is asked for now. */
  authenticationId: string | null
}

export interface PaymentMethodRecord {
  method: Stripe.PaymentMethod
  /** The documented test card behind it, or null for a number that is none. The number itself is not kept. */
  testCard: string | null
  /** A method without a customer pays once. */
  isUsed: boolean
}

export interface RefundRecord {
  refund: Stripe.Refund
  /** What the bank will say, and when (ms); null when it has said it. */
  due: { at: number; status: 'succeeded' | 'failed' } | null
}

export interface AuthenticationRecord {
  id: string
  paymentIntentId: string
  state: 'pending' | 'succeeded' | 'failed'
}

interface EventRecord {
  event: Stripe.Event
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

/** Everything the sandbox knows, in `<dataDir>/stripe.db`. */
export interface Store extends Pick<StateDatabase, 'saved' | 'close'> {
  paymentIntents: Collection<PaymentIntentRecord>
  paymentMethods: Collection<PaymentMethodRecord>
  charges: Collection<Stripe.Charge>
  refunds: Collection<RefundRecord>
  authentications: Collection<AuthenticationRecord>
  events: Collection<EventRecord>
  idempotency: Collection<IdempotencyRecord>
}

/** Opens the state in `dataDir`; rejects with `CorruptStateError` for one it cannot use. */
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
    authentications: collection('authentications'),
    events: collection('events'),
    idempotency: collection('idempotency'),
    saved,
    close,
  }
}
