import * as z from 'zod'
import type { Context } from '../context.ts'
import { markEventHandled, type StoredEvent } from '../features/payments/webhook.repository.ts'
import { followRefunds } from './outside-refunds.ts'
import { settleIntent } from './settle.ts'

/** An event says only where to look: what holds is read from Stripe. */
export async function handleStripeEvent(ctx: Context, event: StoredEvent): Promise<void> {
  const intentId = intentOf(event)
  if (intentId) {
    if (event.type.startsWith('payment_intent.')) await settleIntent(ctx, intentId)
    else if (event.type.includes('refund')) await followRefunds(ctx, intentId)
  }
  await markEventHandled(ctx.db, event.id, ctx.now())
}

function intentOf(event: StoredEvent): string | null {
  const { object } = eventShape.parse(JSON.parse(event.payload)).data
  if (object.object === 'payment_intent') return object.id ?? null
  return object.payment_intent ?? null
}

const eventShape = z.object({
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().optional(),
      payment_intent: z.string().nullish(),
    }),
  }),
})
