import { join } from 'node:path'
import type Stripe from 'stripe'
import { takeOverStripeJson } from '../json-state.ts'
import { type Collection, openStateDatabase, type StateDatabase } from '../state-database.ts'

export interface PaymentIntentRecord {
  intent: Stripe.PaymentIntent
  /** ID of the authentication that the customer currently has to complete. */
  authenticationId: string | null
}

export interface PaymentMethodRecord {
  method: Stripe.PaymentMethod
  /** The documented test card's number, or null. Other card numbers are not stored. */
  testCard: string | null
  /** True once the method has paid. Without a customer, it can pay only once. */
  isUsed: boolean
}

export interface RefundRecord {
  refund: Stripe.Refund
  /** The bank's pending decision and its due time in milliseconds, or null once the refund is final. */
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

/** The complete state of the sandbox, in `<dataDir>/stripe.db`. */
export interface Store extends Pick<StateDatabase, 'saved' | 'close'> {
  paymentIntents: Collection<PaymentIntentRecord>
  paymentMethods: Collection<PaymentMethodRecord>
  charges: Collection<Stripe.Charge>
  refunds: Collection<RefundRecord>
  authentications: Collection<AuthenticationRecord>
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
    authentications: collection('authentications'),
    events: collection('events'),
    idempotency: collection('idempotency'),
    saved,
    close,
  }
}
