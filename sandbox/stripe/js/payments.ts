import { callApi, isHash } from './api-client.ts'
import { CardElement } from './card-element.ts'
import { IntegrationError } from './integration-error.ts'
import type { Result, ResultError } from './messages.ts'
import { openOverlay } from './overlay.ts'

export type PaymentResult = { paymentIntent: Record<string, unknown> } | { error: ResultError }

/** The calls of Stripe.js that pay, for one publishable key. Failures come back as `{error}`. */
export class Payments {
  readonly #origin: string
  readonly #key: string

  constructor(origin: string, key: string) {
    this.#origin = origin
    this.#key = key
  }

  async confirmCardPayment(
    clientSecret: unknown,
    data: unknown = {},
    options: unknown = {},
  ): Promise<PaymentResult> {
    const secret = checkSecret(clientSecret, 'stripe.confirmCardPayment')
    if (!isHash(data))
      throw new IntegrationError('The second argument of confirmCardPayment must be an object.')
    const { payment_method: method, ...params } = data
    const handlesActions = !isHash(options) || options.handleActions !== false
    return this.#confirm(secret, method, params, handlesActions)
  }

  /** With an existing payment method; this stand-in has no Payment Element to take one from. */
  async confirmPayment(options: unknown): Promise<PaymentResult> {
    if (!isHash(options)) throw new IntegrationError('confirmPayment needs an object of options.')
    if (options.elements !== undefined) {
      throw new IntegrationError(
        'This sandbox has no Payment Element: use confirmCardPayment with a card element.',
      )
    }
    const secret = checkSecret(options.clientSecret, 'stripe.confirmPayment')
    const { payment_method: method, ...params } = isHash(options.confirmParams) ? options.confirmParams : {}
    return this.#confirm(secret, method, params, true)
  }

  async handleNextAction(clientSecret: unknown): Promise<PaymentResult> {
    const secret = checkSecret(clientSecret, 'stripe.handleNextAction')
    return this.#authenticate(secret, await this.retrievePaymentIntent(secret))
  }

  async retrievePaymentIntent(clientSecret: unknown): Promise<PaymentResult> {
    const secret = checkSecret(clientSecret, 'stripe.retrievePaymentIntent')
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
    const result =
      card instanceof CardElement
        ? await card.request({ path, as: 'itself', key: this.#key, billingDetails: asHash(billing), params })
        : await this.#call('POST', path, { ...params, card, billing_details: billing })
    return 'error' in result ? result : { paymentMethod: result.body }
  }

  async #confirm(
    secret: string,
    method: unknown,
    params: Record<string, unknown>,
    handlesActions: boolean,
  ): Promise<PaymentResult> {
    const path = `${intentPath(secret)}/confirm`
    const common = { ...params, client_secret: secret, use_stripe_sdk: true }
    const result = await this.#confirmWith(path, method, common)
    const payment = asPayment(result)
    return handlesActions ? this.#authenticate(secret, payment) : payment
  }

  #confirmWith(path: string, method: unknown, params: Record<string, unknown>): Promise<Result> {
    if (method === undefined) return this.#call('POST', path, params)
    if (typeof method === 'string') return this.#call('POST', path, { ...params, payment_method: method })
    if (!isHash(method)) throw new IntegrationError('payment_method must be an id or an object.')
    const { card, billing_details: billing } = method
    if (card instanceof CardElement) {
      const billingDetails = asHash(billing)
      return card.request({ path, as: 'payment_method_data', key: this.#key, billingDetails, params })
    }
    if (!isHash(card) || typeof card.token !== 'string') {
      throw new IntegrationError('payment_method.card must be a card Element or an object with a token.')
    }
    const data = { type: 'card', card: { token: card.token }, billing_details: billing }
    return this.#call('POST', path, { ...params, payment_method_data: data })
  }

  /** Takes the customer through 3D Secure where the intent asks for it, and tells how it ended. */
  async #authenticate(secret: string, payment: PaymentResult): Promise<PaymentResult> {
    if ('error' in payment) return payment
    const action = payment.paymentIntent.next_action
    if (payment.paymentIntent.status !== 'requires_action' || !isHash(action)) return payment
    const sdk = action.use_stripe_sdk
    const address = isHash(sdk) ? sdk.stripe_js : undefined
    if (typeof address !== 'string') return payment
    // The page may know the sandbox by another name than it knows itself: stay with the page's.
    const { pathname, search } = new URL(address)
    await openOverlay(this.#origin + pathname + search)
    const after = await this.retrievePaymentIntent(secret)
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

function checkSecret(value: unknown, call: string): string {
  if (typeof value === 'string' && /^pi_\w+_secret_\w+$/.test(value)) return value
  throw new IntegrationError(
    `Invalid value for ${call} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${typeof value === 'string' ? value.split('_secret_')[0] : typeof value}.`,
  )
}

function intentPath(secret: string): string {
  return `/v1/payment_intents/${secret.split('_secret_')[0]}`
}

function asHash(value: unknown): Record<string, unknown> {
  return isHash(value) ? value : {}
}
