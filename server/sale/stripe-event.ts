import * as z from 'zod'
import type { Context } from '../context.ts'
import { markEventHandled, type StoredEvent } from '../features/payments/webhook.repository.ts'
import { tellOfDispute, type DisputeTurn } from './dispute.ts'
import { followRefunds } from './outside-refunds.ts'
import { settleIntent } from './settle.ts'

/** What is read of an event: neither a client secret nor who pays. */
export function readEvent(event: unknown): StripeEvent {
  return eventShape.parse(event)
}

/** An event says only where to look: what holds is read from Stripe. */
export async function handleStripeEvent(ctx: Context, event: StoredEvent): Promise<void> {
  const { object } = readEvent(JSON.parse(event.payload)).data
  const intentId = intentOf(object)
  const turn = turnOf(event.type, object.status)
  if (intentId) {
    if (event.type.startsWith('payment_intent.')) await settleIntent(ctx, intentId)
    else if (turn) await tellOfDispute(ctx, intentId, turn)
    else if (event.type.includes('refund')) await followRefunds(ctx, intentId)
  }
  await markEventHandled(ctx.db, event.id, ctx.now())
}

function turnOf(type: string, status: string | null | undefined): DisputeTurn | null {
  if (type === 'charge.dispute.created') return 'dispute-opened'
  if (type !== 'charge.dispute.closed') return null
  return status === 'lost' ? 'dispute-lost' : 'dispute-won'
}

type StripeEvent = z.infer<typeof eventShape>

function intentOf(object: StripeEvent['data']['object']): string | null {
  if (object.object === 'payment_intent') return object.id ?? null
  return object.payment_intent ?? null
}

const eventShape = z.object({
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().optional(),
      payment_intent: z.string().nullish(),
      status: z.string().nullish(),
    }),
  }),
})
