import type { Context } from '../../context.ts'
import { stripeEvent, type StripeEvent } from '../../gateways/payments/payments.ts'
import { settleIntent } from '../payments/settle.ts'
import { markEventHandled, type StoredEvent } from '../records/webhook.repository.ts'
import { followDispute } from '../disputes/follow-dispute.ts'
import { refreshPayoutAccount } from '../payouts/refresh-accounts.ts'
import { followRefunds } from './outside-refunds.ts'

/** Handles an event. The event only identifies the object; its current state is read from Stripe. */
export async function handleStripeEvent(ctx: Context, event: StoredEvent): Promise<void> {
  const { object } = stripeEvent.pick({ data: true }).parse(JSON.parse(event.payload)).data
  const intentId = findObjectIntent(object)
  if (object.object === 'v2.core.account') await refreshPayoutAccount(ctx, object.id ?? '')
  else if (object.object === 'dispute') await followDispute(ctx, object.id ?? '')
  else if (intentId) {
    if (event.type.startsWith('payment_intent.')) await settleIntent(ctx, intentId)
    else if (event.type.includes('refund')) await followRefunds(ctx, intentId)
  }
  await markEventHandled(ctx.db, event.id, ctx.now())
}

type StripeObject = StripeEvent['data']['object']

function findObjectIntent(object: StripeObject): string | null {
  if (object.object === 'payment_intent') return object.id ?? null
  return object.payment_intent ?? null
}
