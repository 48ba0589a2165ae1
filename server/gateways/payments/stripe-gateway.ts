import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Config } from '../../config/config.ts'
import { stripeEvent, type Intent, type PaymentsGateway, type Refund } from './payments.ts'

const TIMEOUT_MS = 10_000
/** The number of list items per response. `MAX_ITEMS`, the total number, is the SDK's own limit. */
const PAGE_SIZE = 100
const MAX_ITEMS = 10_000

/** Creates a Stripe client. The SDK is loaded on first use. In the sandbox, only the host differs. */
export async function createStripe({ stripe: settings }: Config): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  return new Stripe(settings.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(settings.sandbox && { ...settings.sandbox, protocol: 'http' }),
  })
}

export function createStripeGateway(config: Config): PaymentsGateway {
  let loading: Promise<Stripe> | undefined
  const load = () => (loading ??= createStripe(config))

  return {
    async createIntent({ amount, currency, metadata, description, idempotencyKey }) {
      const stripe = await load()
      const order = { amount, currency, metadata, description, payment_method_types: ['card'] }
      return toIntent(await withOutageError(stripe.paymentIntents.create(order, { idempotencyKey })))
    },

    async getIntent(id) {
      const stripe = await load()
      return toIntent(await withOutageError(stripe.paymentIntents.retrieve(id)))
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
          return toIntent(await withOutageError(stripe.paymentIntents.retrieve(id)))
        throw toOutage(error)
      }
    },

    async refund({ intentId, part, idempotencyKey }) {
      const stripe = await load()
      try {
        const order = part && { amount: part.amount, metadata: { part: part.id } }
        const refund = { payment_intent: intentId, ...order }
        return toRefund(await stripe.refunds.create(refund, { idempotencyKey }))
      } catch (error) {
        if (!isInvalidRequest(error)) throw toOutage(error)
        if (!part && error.code === 'charge_already_refunded') {
          const { data } = await withOutageError(stripe.refunds.list({ payment_intent: intentId, limit: 1 }))
          if (data[0]) return toRefund(data[0])
        }
        // Stripe would always refuse this refund, for example because the charge is disputed. Each refusal
        // gets a new ID, and therefore the next try a new idempotency key.
        return { id: `refused-${randomUUID()}`, intentId, amount: 0, partId: null, status: 'failed' }
      }
    },

    async getRefund(id) {
      const stripe = await load()
      return toRefund(await withOutageError(stripe.refunds.retrieve(id)))
    },

    async listRefunds(of) {
      const stripe = await load()
      const filter =
        'since' in of
          ? { created: { gte: Math.floor(of.since.getTime() / 1000) } }
          : { payment_intent: of.intentId }
      const list = stripe.refunds.list({ ...filter, limit: PAGE_SIZE })
      return (await withOutageError(list.autoPagingToArray({ limit: MAX_ITEMS }))).map(toRefund)
    },

    async readEvent(payload, signature) {
      const stripe = await load()
      try {
        // The SDK sets this to null only in builds without cryptography.
        stripe.webhooks.signature!.verifyHeader(payload, signature ?? '', config.stripe.webhookSecret)
      } catch (error) {
        throw new ProblemError('invalid-signature', { cause: error })
      }
      const parsed = stripeEvent.safeParse(parseJson(payload))
      if (parsed.success) return parsed.data
      throw new ProblemError('invalid-input', {
        detail: 'This isn’t one of Stripe’s events.',
        cause: parsed.error,
      })
    },
  }
}

/** @see https://docs.stripe.com/api/errors#errors-type */
function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Error && 'type' in error && error.type === 'StripeInvalidRequestError'
}

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
  }
}

function toRefund({ id, amount, payment_intent: intent, status, metadata }: Stripe.Refund): Refund {
  return {
    id,
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amount,
    partId: metadata?.part ?? null,
    status: status === 'succeeded' ? 'succeeded' : isFailed(status) ? 'failed' : 'pending',
  }
}

function isFailed(status: string | null): boolean {
  return status === 'failed' || status === 'canceled'
}

async function withOutageError<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    throw toOutage(error)
  }
}

function toOutage(error: unknown): ProblemError {
  return new ProblemError('service-unavailable', {
    detail: 'Our card processor isn’t responding. You weren’t charged. Try again in a moment.',
    headers: { 'Retry-After': '5' },
    cause: error,
  })
}
