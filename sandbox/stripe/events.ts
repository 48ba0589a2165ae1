import type Stripe from 'stripe'
import { type Context, type EventType, getStripeTime } from './context.ts'
import { newId } from './ids.ts'
import type { StoredEvent } from './store.ts'

/** Stores an event with the object's current state. It is delivered once it is on disk. */
export function recordEvent(
  ctx: Context,
  type: EventType,
  object:
    | Stripe.PaymentIntent
    | Stripe.Charge
    | Stripe.Refund
    | Stripe.Dispute
    | Stripe.Transfer
    | Stripe.Payout,
  previous?: Record<string, unknown>,
) {
  const id = newId('evt')
  const event = {
    id,
    object: 'event',
    ...(ctx.call.account === null ? {} : { account: ctx.call.account }),
    api_version: ctx.apiVersion,
    created: getStripeTime(ctx),
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: ctx.hasWebhook ? 1 : 0,
    request: { id: ctx.call.requestId, idempotency_key: ctx.call.idempotencyKey },
    type,
  }
  ctx.store.events.put(id, {
    // Stripe's union type ties the event type to the object type, which the callers guarantee.
    event: event as unknown as Stripe.Event,
    delivery: ctx.hasWebhook ? 'pending' : 'none',
    attempts: 0,
  })
  ctx.call.events.push(id)
}

export function getEventTime({ created }: StoredEvent): number {
  return typeof created === 'string' ? Date.parse(created) : created * 1_000
}
