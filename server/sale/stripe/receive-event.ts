import type { Context } from '../../context.ts'
import { insertEvent, type StoredEvent } from '../records/webhook.repository.ts'
import { handleStripeEvent } from './stripe-event.ts'

/**
 * Receives a Stripe event. It verifies the event before parsing it, stores the needed fields under the
 * event's ID, and handles it after the response. If a crash leaves an event unhandled, the reconciler handles
 * it.
 * @see https://docs.stripe.com/webhooks#handle-events-asynchronously
 */
export async function receiveStripeEvent(
  ctx: Context,
  payload: Buffer,
  signature: string | undefined,
): Promise<void> {
  const event = await ctx.payments.readEvent(payload, signature)
  const storedEvent: StoredEvent = {
    id: event.id,
    type: event.type,
    payload: JSON.stringify({ data: event.data }),
  }
  if (!(await insertEvent(ctx.db, storedEvent, ctx.now()))) return
  handleStripeEvent(ctx, storedEvent).catch((error: unknown) => {
    if (!ctx.writes.recordFailure(error))
      ctx.log.warn({ err: error, event: event.type }, 'webhook: the reconciler will try again')
  })
}
