import type { Context } from '../../context.ts'
import { insertEvent, type StoredEvent } from '../records/webhook.repository.ts'
import { handleStripeEvent } from './stripe-event.ts'

/**
 * Receives a Stripe event: verifies it before reading any of it, stores the needed parts under its ID, and
 * handles it after the response. The reconciler handles whatever a crash leaves unhandled.
 * @see https://docs.stripe.com/webhooks#handle-events-asynchronously
 */
export async function receiveStripeEvent(
  ctx: Context,
  payload: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = await ctx.payments.readEvent(payload, signature)
  const stored: StoredEvent = {
    id: event.id,
    type: event.type,
    payload: JSON.stringify({ data: event.data }),
  }
  if (!(await insertEvent(ctx.db, stored, ctx.now()))) return
  handleStripeEvent(ctx, stored).catch((error: unknown) => {
    if (!ctx.writes.recordFailure(error))
      ctx.log.warn({ err: error, event: event.type }, 'webhook: the reconciler will try again')
  })
}
