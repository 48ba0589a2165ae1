import { getAuthentication } from './authentications.ts'
import { failPayment, settleCharge } from './confirm.ts'
import type { Context } from './context.ts'
import { getPaymentIntent } from './payment-intents.ts'
import { getPaymentMethod } from './payment-methods.ts'
import { docUrl, StripeProblem, unexpectedState } from './problem.ts'

/** The customer's answer at the bank. A refused charge is no error here: the page that waits reads the intent. */
export function completeAuthentication(ctx: Context, id: string, isComplete: boolean) {
  const authentication = getAuthentication(ctx, id)
  const record = getPaymentIntent(ctx, authentication.paymentIntentId)
  const { intent } = record
  if (authentication.state !== 'pending' || record.authenticationId !== id) {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      'This authentication is over: the payment was finished, canceled or started again.',
    )
  }
  ctx.store.authentications.put(id, { ...authentication, state: isComplete ? 'succeeded' : 'failed' })
  if (isComplete) {
    try {
      settleCharge(ctx, record, true)
    } catch (error) {
      if (!(error instanceof StripeProblem) || error.status !== 402) throw error
    }
  } else {
    const methodId = typeof intent.payment_method === 'string' ? intent.payment_method : ''
    failPayment(ctx, record, {
      code: 'payment_intent_authentication_failure',
      doc_url: docUrl('payment_intent_authentication_failure'),
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: getPaymentMethod(ctx, methodId).method,
      type: 'invalid_request_error',
    })
  }
}
