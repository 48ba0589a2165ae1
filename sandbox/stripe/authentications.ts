import type { Context } from './context.ts'
import { newId } from './ids.ts'
import { createMissingObjectProblem } from './problem.ts'
import type { AuthenticationRecord, PaymentIntentRecord } from './store.ts'

/** Requires 3D Secure: Stripe.js then shows the bank's page in its overlay. */
export function requireAuthentication(ctx: Context, record: PaymentIntentRecord) {
  const { intent } = record
  const id = newId('payatt')
  ctx.store.authentications.put(id, { id, paymentIntentId: intent.id, state: 'pending' })
  record.authenticationId = id
  intent.status = 'requires_action'
  intent.last_payment_error = null
  intent.next_action = {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      source: id,
      stripe_js: `${ctx.origin}/3ds?source=${id}`,
      known_frame_issues: 'false',
    },
  }
}

export function getAuthentication(ctx: Context, id: string): AuthenticationRecord {
  const authentication = ctx.store.authentications.get(id)
  if (!authentication) throw createMissingObjectProblem('three_d_secure', id, 'source')
  return authentication
}
