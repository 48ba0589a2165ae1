import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import * as z from 'zod'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Config } from '../../config/config.ts'
import { stripeEvent, type Charge, type Intent, type PaymentsGateway, type Refund } from './payments.ts'
import { createAccountsGateway } from './stripe-accounts.ts'
import { createBalanceGateway } from './stripe-balance.ts'
import {
  createStripe,
  getStripeId,
  isInvalidRequest,
  MAX_ITEMS,
  PAGE_SIZE,
  withStripeProblem,
  toStripeProblem,
  toSeconds,
} from './stripe-client.ts'
import { createDisputesGateway } from './stripe-disputes.ts'
import { createTransfersGateway } from './stripe-transfers.ts'

const NOT_CHARGED = {
  outage: 'Our card processor isn’t responding. You weren’t charged. Try again in a moment.',
  refusal: 'Our card processor refused to start this payment. You weren’t charged.',
} as const

export function createStripeGateway(config: Config): PaymentsGateway {
  let loading: Promise<Stripe> | undefined
  const load = () => (loading ??= createStripe(config))

  return {
    ...createAccountsGateway(load),
    ...createTransfersGateway(load),
    ...createDisputesGateway(load),
    ...createBalanceGateway(load),

    async createIntent({ amount, currency, metadata, description, transferGroup, idempotencyKey }) {
      const stripe = await load()
      const order: Stripe.PaymentIntentCreateParams = {
        amount,
        currency,
        metadata,
        description,
        allowed_payment_method_types: ['card'],
        transfer_group: transferGroup,
      }
      const created = stripe.paymentIntents.create(order, { idempotencyKey })
      return toIntent(await withStripeProblem(created, NOT_CHARGED))
    },

    async getIntent(id) {
      const stripe = await load()
      const expand = ['latest_charge.balance_transaction']
      return toIntent(await withStripeProblem(stripe.paymentIntents.retrieve(id, { expand })))
    },

    async cancelIntent(id) {
      const stripe = await load()
      try {
        // With an idempotency key, Stripe would replay an earlier refusal even after the intent has become
        // cancelable.
        return toIntent(await stripe.paymentIntents.cancel(id))
      } catch (error) {
        // The intent has ended or is being processed, so its current state is returned.
        if (isInvalidRequest(error) && error.code === 'payment_intent_unexpected_state')
          return toIntent(await withStripeProblem(stripe.paymentIntents.retrieve(id)))
        throw toStripeProblem(error)
      }
    },

    async refund({ intentId, part, idempotencyKey }) {
      const stripe = await load()
      try {
        const order = part && { amount: part.amount, metadata: { part: part.id } }
        const refund = { payment_intent: intentId, ...order }
        return toRefund(await stripe.refunds.create(refund, { idempotencyKey }))
      } catch (error) {
        if (!isInvalidRequest(error)) throw toStripeProblem(error)
        if (!part && error.code === 'charge_already_refunded') {
          const { data } = await withStripeProblem(
            stripe.refunds.list({ payment_intent: intentId, limit: 1 }),
          )
          if (data[0]) return toRefund(data[0])
        }
        // Stripe would always refuse this refund, for example because the charge is disputed. Each refusal
        // gets a new ID, and therefore the next try a new idempotency key.
        return { id: `refused-${randomUUID()}`, intentId, amount: 0, partId: null, status: 'failed' }
      }
    },

    async getRefund(id) {
      const stripe = await load()
      return toRefund(await withStripeProblem(stripe.refunds.retrieve(id)))
    },

    async listRefunds(of) {
      const stripe = await load()
      const filter =
        'since' in of ? { created: { gte: toSeconds(of.since) } } : { payment_intent: of.intentId }
      const list = stripe.refunds.list({ ...filter, limit: PAGE_SIZE })
      return (await withStripeProblem(list.autoPagingToArray({ limit: MAX_ITEMS }))).map(toRefund)
    },

    async readEvent(payload, signature) {
      const stripe = await load()
      const { webhookSecret, accountWebhookSecret } = config.stripe
      verify(stripe, payload, signature ?? '', [webhookSecret, accountWebhookSecret])
      const parsed = stripeEvent.safeParse(addObjectField(parseJson(payload)))
      if (parsed.success) return parsed.data
      throw new ProblemError('invalid-input', {
        detail: 'This isn’t one of Stripe’s events.',
        cause: parsed.error,
      })
    },
  }
}

/**
 * Verifies the signature of a webhook's payload.
 * @throws ProblemError `invalid-signature` unless one of the secrets was used to sign the payload
 */
function verify(
  stripe: Stripe,
  payload: Buffer,
  signature: string,
  secrets: readonly (string | null)[],
): void {
  const failures: unknown[] = []
  for (const secret of secrets.filter((given) => given !== null)) {
    try {
      // This is null only in the SDK's builds without cryptography.
      stripe.webhooks.signature!.verifyHeader(payload, signature, secret)
      return
    } catch (error) {
      failures.push(error)
    }
  }
  throw new ProblemError('invalid-signature', { cause: failures[0] })
}

/**
 * Converts a thin event, which names its object without containing it, to the format of other events.
 * @see https://docs.stripe.com/event-destinations#thin-events
 */
function addObjectField(event: unknown): unknown {
  const thin = thinEvent.safeParse(event)
  if (!thin.success) return event
  const { id, type, related_object: related } = thin.data
  return { id, type, data: { object: { object: related?.type ?? type, id: related?.id } } }
}

const thinEvent = z.object({
  object: z.literal('v2.core.event'),
  id: z.string(),
  type: z.string(),
  related_object: z.object({ id: z.string(), type: z.string() }).nullish(),
})

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch (error) {
    throw new ProblemError('invalid-json', { cause: error })
  }
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amount: intent.amount,
    currency: intent.currency,
    metadata: intent.metadata,
    charge: intent.status === 'succeeded' ? toCharge(intent.latest_charge) : null,
  }
}

function toCharge(charge: string | Stripe.Charge | null): Charge | null {
  if (charge === null) return null
  const movement = typeof charge === 'string' ? null : charge.balance_transaction
  return { id: getStripeId(charge), fee: movement && typeof movement !== 'string' ? movement.fee : null }
}

function toRefund({ id, amount, payment_intent: intent, status, metadata }: Stripe.Refund): Refund {
  return {
    id,
    intentId: getStripeId(intent),
    amount,
    partId: metadata?.part ?? null,
    status: status === 'succeeded' ? 'succeeded' : isFailed(status) ? 'failed' : 'pending',
  }
}

function isFailed(status: string | null): boolean {
  return status === 'failed' || status === 'canceled'
}
