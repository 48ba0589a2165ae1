import type Stripe from 'stripe'
import { requireAuthentication } from './authentications.ts'
import { chargeCard } from './charges.ts'
import type { Context } from './context.ts'
import type { Decline } from './declines.ts'
import { disputeCharge } from './disputes.ts'
import { recordEvent } from './events.ts'
import { text } from './params.ts'
import { attachMethod } from './payment-intents.ts'
import { getPaymentMethod } from './payment-methods.ts'
import { docUrl, StripeProblem, unexpectedState } from './problem.ts'
import type { PaymentIntentRecord } from './store.ts'
import { findTestCard } from './test-cards.ts'

export const confirmShape = {
  client_secret: text(),
  payment_method: text(),
}

/**
 * Confirms the intent, which then either succeeds or requires authentication.
 * @throws the card's decline (402), after resetting the intent to `requires_payment_method`
 */
export function confirmPaymentIntent(ctx: Context, record: PaymentIntentRecord, sentMethod?: string) {
  const { intent } = record
  // The attached method may have been used since, so it is checked again.
  attachMethod(ctx, intent, checkConfirmable(intent, sentMethod))
  record.authenticationId = null
  const method = getPaymentMethod(ctx, methodId(intent) ?? '')
  const testCard = method.testCard === null ? undefined : findTestCard(method.testCard)
  if (testCard?.needsAuthentication) {
    requireAuthentication(ctx, record)
    ctx.store.paymentIntents.put(intent.id, record)
    recordEvent(ctx, 'payment_intent.requires_action', intent)
    return
  }
  settleCharge(ctx, record, false)
}

/**
 * Charges the intent's card and updates the intent with the outcome.
 * @throws the card's decline
 */
export function settleCharge(ctx: Context, record: PaymentIntentRecord, isAuthenticated: boolean) {
  const { intent } = record
  const method = getPaymentMethod(ctx, methodId(intent) ?? '')
  const { charge, decline } = chargeCard(ctx, intent, method, isAuthenticated)
  intent.latest_charge = charge.id
  intent.next_action = null
  record.authenticationId = null
  if (decline) {
    failPayment(ctx, record, declineError(decline, charge, method.method))
    throw cardProblem(intent)
  }
  ctx.store.paymentMethods.put(method.method.id, { ...method, isUsed: true })
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  ctx.store.paymentIntents.put(intent.id, record)
  recordEvent(ctx, 'payment_intent.succeeded', intent)
  disputeCharge(ctx, charge, method.testCard)
}

/** Resets the intent with the reason, so that the customer can try another card. */
export function failPayment(
  ctx: Context,
  record: PaymentIntentRecord,
  error: Stripe.PaymentIntent.LastPaymentError,
) {
  const { intent } = record
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = error
  record.authenticationId = null
  ctx.store.paymentIntents.put(intent.id, record)
  recordEvent(ctx, 'payment_intent.payment_failed', intent)
}

function checkConfirmable(intent: Stripe.PaymentIntent, sentMethod: string | undefined): string {
  const notConfirmable = (reason: string) =>
    unexpectedState(
      'payment_intent_unexpected_state',
      `You cannot confirm this PaymentIntent because ${reason}`,
      { payment_intent: intent },
    )
  if (intent.status === 'succeeded') {
    throw notConfirmable('it has already succeeded after being previously confirmed.')
  }
  if (intent.status === 'canceled') {
    throw notConfirmable(
      'it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
    )
  }
  const method = sentMethod ?? methodId(intent)
  if (method === undefined) {
    throw notConfirmable(
      "it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    )
  }
  return method
}

function declineError(
  decline: Decline,
  charge: Stripe.Charge,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent.LastPaymentError {
  return {
    charge: charge.id,
    code: decline.code,
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    doc_url: docUrl(decline.code),
    message: decline.message,
    ...(decline.param ? { param: decline.param } : {}),
    payment_method: method,
    type: 'card_error',
  }
}

function cardProblem(intent: Stripe.PaymentIntent): StripeProblem {
  const { type: _, message, ...error } = intent.last_payment_error ?? { type: 'card_error' }
  return new StripeProblem(
    402,
    { ...error, type: 'card_error', message: message ?? '', payment_intent: intent },
    true,
  )
}

function methodId(intent: Stripe.PaymentIntent): string | undefined {
  const { payment_method: method } = intent
  return typeof method === 'string' ? method : undefined
}
