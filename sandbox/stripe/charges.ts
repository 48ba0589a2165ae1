import type Stripe from 'stripe'
import { creditCharge } from './balance-transactions.ts'
import { type Context, getStripeTime } from './context.ts'
import { type Decline, getDecline } from './declines.ts'
import { recordEvent } from './events.ts'
import { newId, generateRandomText } from './ids.ts'
import { createMissingObjectProblem } from './problem.ts'
import type { PaymentMethodRecord } from './store.ts'
import { findTestCard, type DeclineName } from './test-cards.ts'

export interface ChargeResult {
  charge: Stripe.Charge
  /** The reason for the failure; null if the charge succeeded. */
  decline: Decline | null
}

/** Charges the card, and stores the charge and its event, even if the charge fails. */
export function chargeCard(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  methodRecord: PaymentMethodRecord,
  isAuthenticated: boolean,
): ChargeResult {
  const testCard = methodRecord.testCard === null ? undefined : findTestCard(methodRecord.testCard)
  const hasCvc = methodRecord.method.card?.checks?.cvc_check !== null
  const outcome = testCard?.outcome ?? 'test_mode_live_card'
  // A missing security code cannot be incorrect.
  const name = outcome === 'approved' || (outcome === 'incorrect_cvc' && !hasCvc) ? null : outcome
  const decline = name === null ? null : getDecline(name)

  const charge = buildCharge(ctx, intent, methodRecord, {
    name,
    decline,
    isAuthenticated,
    cvcCheck: hasCvc ? (testCard?.cvcCheck ?? 'unchecked') : null,
    postalCodeCheck: methodRecord.method.billing_details.address?.postal_code
      ? (testCard?.postalCodeCheck ?? 'unchecked')
      : null,
  })
  if (!decline) {
    const isInternational = methodRecord.method.card?.country !== 'US'
    charge.balance_transaction = creditCharge(
      ctx,
      charge,
      isInternational,
      testCard?.bypassesPending ?? false,
    )
  }
  ctx.store.charges.put(charge.id, charge)
  recordEvent(ctx, decline ? 'charge.failed' : 'charge.succeeded', charge)
  return { charge, decline }
}

export function getCharge(ctx: Context, id: string): Stripe.Charge {
  const charge = ctx.store.charges.get(id)
  if (!charge) throw createMissingObjectProblem('charge', id, 'id')
  return charge
}

interface Verdict {
  name: DeclineName | null
  decline: Decline | null
  isAuthenticated: boolean
  cvcCheck: string | null
  postalCodeCheck: string | null
}

function buildCharge(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  { method }: PaymentMethodRecord,
  verdict: Verdict,
): Stripe.Charge {
  const { decline } = verdict
  const card = method.card
  const id = newId('ch')
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'KERBLIGHT',
    captured: !decline,
    created: getStripeTime(ctx),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: buildOutcome(verdict.name),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: decline ? null : generateRandomText(6).toUpperCase(),
        brand: card?.brand ?? null,
        checks: {
          address_line1_check: null,
          address_postal_code_check: verdict.postalCodeCheck,
          cvc_check: verdict.cvcCheck,
        },
        country: card?.country ?? null,
        electronic_commerce_indicator: null,
        exp_month: card?.exp_month ?? 0,
        exp_year: card?.exp_year ?? 0,
        extended_authorization: { status: 'disabled' },
        fingerprint: card?.fingerprint ?? null,
        funding: card?.funding ?? null,
        incremental_authorization: { status: 'unavailable' },
        installments: null,
        last4: card?.last4 ?? null,
        mandate: null,
        multicapture: { status: 'unavailable' },
        network: card?.brand ?? null,
        network_token: { used: false },
        network_transaction_id: null,
        overcapture: { maximum_amount_capturable: decline ? 0 : intent.amount, status: 'unavailable' },
        regulated_status: 'unregulated',
        three_d_secure: verdict.isAuthenticated
          ? {
              authentication_flow: 'challenge',
              electronic_commerce_indicator: '05',
              exemption_indicator: null,
              result: 'authenticated',
              result_reason: null,
              transaction_id: null,
              version: '2.2.0',
            }
          : null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
}

function buildOutcome(name: DeclineName | null): Stripe.Charge.Outcome {
  const nothingElse = { advice_code: null, network_advice_code: null, network_decline_code: null }
  if (name === null) {
    return {
      ...nothingElse,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: 'Payment complete.',
      type: 'authorized',
    }
  }
  if (name === 'fraudulent') {
    return {
      ...nothingElse,
      network_status: 'not_sent_to_network',
      reason: 'highest_risk_level',
      risk_level: 'highest',
      risk_score: 92,
      seller_message: 'Stripe blocked this payment as too risky.',
      type: 'blocked',
    }
  }
  return {
    ...nothingElse,
    network_status: 'declined_by_network',
    reason: name,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: 'The bank did not return any further details with this decline.',
    type: 'issuer_declined',
  }
}
