import type { Context } from './context.ts'
import { newId } from './ids.ts'
import { noSuch } from './problem.ts'
import type { AuthenticationRecord, PaymentIntentRecord } from './store.ts'

/** Moves the intent to `requires_action`: in Stripe.js's overlay, or by a redirect where there is no Stripe.js. */
export function askForAuthentication(
  ctx: Context,
  record: PaymentIntentRecord,
  { returnUrl, usesStripeJs }: { returnUrl: string | null; usesStripeJs: boolean },
) {
  const { intent } = record
  const redirects = returnUrl !== null && !usesStripeJs
  const authentication: AuthenticationRecord = {
    id: newId('payatt'),
    paymentIntentId: intent.id,
    state: 'pending',
    returnUrl: redirects ? returnUrl : null,
  }
  ctx.store.authentications.put(authentication.id, authentication)
  record.authenticationId = authentication.id
  intent.status = 'requires_action'
  intent.last_payment_error = null
  const url = `${ctx.origin}/3ds?source=${authentication.id}`
  intent.next_action = redirects
    ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: {
          type: 'three_d_secure_redirect',
          source: authentication.id,
          stripe_js: url,
          known_frame_issues: 'false',
        },
      }
}

export function getAuthentication(ctx: Context, id: string): AuthenticationRecord {
  const authentication = ctx.store.authentications.get(id)
  if (!authentication) throw noSuch('three_d_secure', id, 'source')
  return authentication
}
