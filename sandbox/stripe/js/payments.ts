import { callApi, isHash } from './api-client.ts'
import { CardElement } from './card-element.ts'
import { IntegrationError } from './integration-error.ts'
import type { Result, ResultError } from './messages.ts'
import { openOverlay } from './overlay.ts'

export type PaymentResult = { paymentIntent: Record<string, unknown> } | { error: ResultError }

/** Stripe.js functions for payments. Failures are returned as `{error}`. */
export class Payments {
  readonly #origin: string
  readonly #key: string

  constructor(origin: string, key: string) {
    this.#origin = origin
    this.#key = key
  }

  /**
   * Confirms the payment with a payment method ID. For card data, `createPaymentMethod` first creates the
   * payment method.
   */
  async confirmCardPayment(clientSecret: unknown, data: unknown): Promise<PaymentResult> {
    const secret = checkSecret(clientSecret)
    if (!isHash(data) || typeof data.payment_method !== 'string') {
      throw new IntegrationError(
        'This sandbox confirms with the id of a payment method: make one with createPaymentMethod.',
      )
    }
    const params = { client_secret: secret, payment_method: data.payment_method }
    return this.#authenticate(
      secret,
      asPayment(await this.#call('POST', `${intentPath(secret)}/confirm`, params)),
    )
  }

  async #retrieve(secret: string): Promise<PaymentResult> {
    return asPayment(await this.#call('GET', intentPath(secret), { client_secret: secret }))
  }

  async createPaymentMethod(
    options: unknown,
  ): Promise<{ paymentMethod: Record<string, unknown> } | { error: ResultError }> {
    if (!isHash(options) || options.type !== 'card') {
      throw new IntegrationError("createPaymentMethod needs an object with type 'card'.")
    }
    const { card, billing_details: billing, ...params } = options
    const path = '/v1/payment_methods'
    if (!(card instanceof CardElement))
      throw new IntegrationError('createPaymentMethod needs a card Element.')
    const result = await card.request({ path, key: this.#key, billingDetails: asHash(billing), params })
    return 'error' in result ? result : { paymentMethod: result.body }
  }

  async #authenticate(secret: string, payment: PaymentResult): Promise<PaymentResult> {
    if ('error' in payment) return payment
    const action = payment.paymentIntent.next_action
    if (payment.paymentIntent.status !== 'requires_action' || !isHash(action)) return payment
    const sdk = action.use_stripe_sdk
    const address = isHash(sdk) ? sdk.stripe_js : undefined
    if (typeof address !== 'string') return payment
    // The page may use another host name than the sandbox's own origin.
    const { pathname, search } = new URL(address)
    await openOverlay(this.#origin + pathname + search)
    const after = await this.#retrieve(secret)
    return 'error' in after ? after : asOutcome(after.paymentIntent)
  }

  #call(method: 'GET' | 'POST', path: string, params: Record<string, unknown>): Promise<Result> {
    return callApi(this.#origin, method, path, this.#key, params)
  }
}

function asPayment(result: Result): PaymentResult {
  return 'error' in result ? result : { paymentIntent: result.body }
}

function asOutcome(paymentIntent: Record<string, unknown>): PaymentResult {
  if (paymentIntent.status === 'requires_payment_method' && isHash(paymentIntent.last_payment_error)) {
    const error = paymentIntent.last_payment_error as unknown as ResultError
    return { error: { ...error, payment_intent: paymentIntent } }
  }
  if (paymentIntent.status === 'canceled') {
    return {
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: 'A processing error occurred.',
        payment_intent: paymentIntent,
      },
    }
  }
  return { paymentIntent }
}

function checkSecret(value: unknown): string {
  if (typeof value === 'string' && /^pi_[A-Za-z0-9]+_secret_\w+$/.test(value)) return value
  throw new IntegrationError(
    `Invalid value for stripe.confirmCardPayment intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${typeof value === 'string' ? value.split('_secret_')[0] : typeof value}.`,
  )
}

function intentPath(secret: string): string {
  return `/v1/payment_intents/${secret.split('_secret_')[0]}`
}

function asHash(value: unknown): Record<string, unknown> {
  return isHash(value) ? value : {}
}
