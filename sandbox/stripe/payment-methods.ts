import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { detectBrand, passesLuhn } from './js/card-number.ts'
import { type Context, getStripeTime } from './context.ts'
import { newId } from './ids.ts'
import { hash, integer, metadata, createChoiceReader, type Params, text } from './params.ts'
import {
  invalidParam,
  missingParam,
  createMissingObjectProblem,
  StripeProblem,
  unexpectedState,
} from './problem.ts'
import type { PaymentMethodRecord } from './store.ts'
import { findTestCard, findTestCardByMethod, type TestCard } from './test-cards.ts'

const address = hash({
  city: text(),
  country: text(),
  line1: text(),
  line2: text(),
  postal_code: text(),
  state: text(),
})

const billingDetails = hash({ address, email: text(800), name: text(), phone: text(), tax_id: text() })

export const paymentMethodShape = {
  type: createChoiceReader('card'),
  card: hash({
    number: text(),
    exp_month: integer(),
    exp_year: integer(),
    cvc: text(),
  }),
  billing_details: billingDetails,
  metadata,
}

export type PaymentMethodParams = Params<typeof paymentMethodShape>

interface CardFacts {
  number: string
  expMonth: number
  expYear: number
  hasCvc: boolean
}

export function createPaymentMethod(ctx: Context, params: PaymentMethodParams): PaymentMethodRecord {
  if (!params.type) throw missingParam('type')
  if (!params.card) throw missingParam('card')
  const facts = cardFacts(ctx, params.card)
  return keepCard(ctx, facts, findTestCard(facts.number), params)
}

/**
 * Returns a payment method by ID. An ID such as `pm_card_visa` creates a new payment method, as in Stripe's
 * API.
 */
export function usePaymentMethod(ctx: Context, id: string): PaymentMethodRecord {
  const testCard = findTestCardByMethod(id)
  if (testCard) {
    return keepCard(
      ctx,
      { number: testCard.number, expMonth: 12, expYear: nextYear(ctx), hasCvc: true },
      testCard,
      {},
    )
  }
  const record = ctx.store.paymentMethods.get(id)
  if (!record) throw createMissingObjectProblem('PaymentMethod', id, 'payment_method')
  if (record.isUsed) {
    throw unexpectedState(
      'payment_method_unexpected_state',
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    )
  }
  return record
}

export function getPaymentMethod(ctx: Context, id: string): PaymentMethodRecord {
  const record = ctx.store.paymentMethods.get(id)
  if (!record) throw createMissingObjectProblem('PaymentMethod', id, 'payment_method')
  return record
}

function keepCard(
  ctx: Context,
  facts: CardFacts,
  testCard: TestCard | undefined,
  params: PaymentMethodParams,
): PaymentMethodRecord {
  const brand = testCard?.brand ?? detectBrand(facts.number)
  const billing = params.billing_details ?? {}
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: orNull(billing.address?.city),
        country: orNull(billing.address?.country),
        line1: orNull(billing.address?.line1),
        line2: orNull(billing.address?.line2),
        postal_code: orNull(billing.address?.postal_code),
        state: orNull(billing.address?.state),
      },
      email: orNull(billing.email),
      name: orNull(billing.name),
      phone: orNull(billing.phone),
      tax_id: orNull(billing.tax_id),
    },
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: facts.hasCvc ? 'unchecked' : null,
      },
      country: testCard?.country ?? 'US',
      display_brand: brand === 'amex' ? 'american_express' : brand === 'diners' ? 'diners_club' : brand,
      exp_month: facts.expMonth,
      exp_year: facts.expYear,
      fingerprint: fingerprint(facts.number),
      funding: testCard?.funding ?? 'unknown',
      generated_from: null,
      last4: facts.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: getStripeTime(ctx),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: params.metadata ?? {},
    type: 'card',
  }
  const record = { method, testCard: testCard?.number ?? null, isUsed: false }
  ctx.store.paymentMethods.put(method.id, record)
  return record
}

function cardFacts(ctx: Context, card: NonNullable<PaymentMethodParams['card']>): CardFacts {
  if (card.number === undefined) throw missingParam('card[number]')
  if (card.exp_month === undefined) throw missingParam('card[exp_month]')
  if (card.exp_year === undefined) throw missingParam('card[exp_year]')
  const number = card.number.replace(/[\s-]/g, '')
  // One test card fails the check digit on purpose; Stripe calls it incorrect, not invalid.
  if (findTestCard(number)?.outcome === 'incorrect_number') {
    throw cardError('incorrect_number', 'number', 'Your card number is incorrect.')
  }
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError('invalid_number', 'number', 'The card number is not a valid credit card number.')
  }
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'number', 'Your card number is incorrect.')
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  const expYear = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year
  const today = new Date(ctx.now())
  if (expYear < today.getUTCFullYear() || expYear > today.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  if (expYear === today.getUTCFullYear() && card.exp_month < today.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  const cvcLength = detectBrand(number) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (card.cvc !== undefined && !cvcLength.test(card.cvc)) {
    throw cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
  return { number, expMonth: card.exp_month, expYear, hasCvc: card.cvc !== undefined }
}

function cardError(code: string, param: string, message: string): StripeProblem {
  return new StripeProblem(402, { type: 'card_error', code, param, message }, true)
}

function nextYear(ctx: Context): number {
  return new Date(ctx.now()).getUTCFullYear() + 1
}

/** Returns the same fingerprint for each use of a card number, without revealing the number. */
function fingerprint(number: string): string {
  return createHash('sha256').update(`kerblight-sandbox:${number}`).digest('base64url').slice(0, 16)
}

function orNull(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}

export function checkMethodTypes(types: string[]) {
  if (types.length === 0)
    throw invalidParam('allowed_payment_method_types', 'You must provide at least one type.')
  const other = types.find((type) => type !== 'card')
  if (other !== undefined) {
    throw invalidParam(
      'allowed_payment_method_types',
      `The payment method type provided: ${other} is invalid. This sandbox takes cards only.`,
      'payment_intent_invalid_parameter',
    )
  }
}
