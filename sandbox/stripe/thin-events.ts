import type { Context } from './context.ts'
import { generateRandomText } from './ids.ts'
import type { AccountEventType, ThinEvent } from './store.ts'

/**
 * Stores a thin event about an account for delivery.
 * @see https://docs.stripe.com/event-destinations#thin-events
 */
export function recordAccountEvent(ctx: Context, type: AccountEventType, accountId: string) {
  const { requestId, idempotencyKey } = ctx.call
  const event: ThinEvent = {
    id: `evt_test_${generateRandomText(24)}`,
    object: 'v2.core.event',
    type,
    context: null,
    created: new Date(ctx.now()).toISOString(),
    livemode: false,
    reason:
      requestId === null
        ? null
        : { type: 'request', request: { id: requestId, idempotency_key: idempotencyKey ?? '' } },
    related_object: {
      id: accountId,
      type: 'v2.core.account',
      url: `/v2/core/accounts/${accountId}`,
    },
  }
  ctx.store.events.put(event.id, {
    event,
    delivery: ctx.hasWebhook ? 'pending' : 'none',
    attempts: 0,
  })
  ctx.call.events.push(event.id)
}
