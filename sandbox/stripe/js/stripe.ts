import { CardElement, type ElementOptions } from './card-element.ts'
import { IntegrationError } from './integration-error.ts'
import type { ResultError } from './messages.ts'
import { Payments } from './payments.ts'

/** The Stripe.js release that @stripe/stripe-js 10 expects. The package warns about any other release. */
const VERSION = 'endive'

const script = document.currentScript
const ORIGIN = new URL(script instanceof HTMLScriptElement ? script.src : location.href).origin

function createStripe(key: unknown) {
  const payments = new Payments(ORIGIN, checkKey(key))
  return {
    elements: () => new Elements(ORIGIN),
    createPaymentMethod: (options: unknown) => payments.createPaymentMethod(options),
    createToken: (): Promise<{ error: ResultError }> =>
      Promise.resolve({
        error: {
          type: 'invalid_request_error',
          message: 'This sandbox makes no tokens: use createPaymentMethod.',
        },
      }),
    confirmCardPayment: (secret: unknown, data: unknown) => payments.confirmCardPayment(secret, data),
    // Wrapper libraries identify themselves through these methods.
    _registerWrapper() {},
    registerAppInfo() {},
  }
}

function checkKey(key: unknown): string {
  if (typeof key !== 'string' || key === '') {
    throw new IntegrationError('Please call Stripe() with your publishable key. You used an empty string.')
  }
  if (key.startsWith('sk_')) throw new IntegrationError('You should not use your secret key with Stripe.js.')
  if (!key.startsWith('pk_test_')) {
    throw new IntegrationError('This sandbox takes publishable test keys only: they start with pk_test_.')
  }
  return key
}

declare global {
  interface Window {
    Stripe?: unknown
  }
}

window.Stripe = Object.assign(createStripe, { version: VERSION })

/** A group of elements. This stand-in supports only the card element. */
class Elements {
  readonly #origin: string
  #card: CardElement | null = null

  constructor(origin: string) {
    this.#origin = origin
  }

  create(type: string, options: ElementOptions = {}): CardElement {
    if (type !== 'card') {
      throw new IntegrationError(
        `A valid Element name must be provided. This sandbox has: card; you asked for ${type}.`,
      )
    }
    if (this.#card) {
      throw new IntegrationError(
        "Can only create one Element of type card through 'elements.create'. Use 'elements.getElement' to get the existing one.",
      )
    }
    this.#card = new CardElement(this.#origin, options, () => {
      this.#card = null
    })
    return this.#card
  }

  /** Also accepts a react-stripe-js component, and returns the element that it renders. */
  getElement(type: unknown): CardElement | null {
    const isComponent = (typeof type === 'function' || typeof type === 'object') && type !== null
    const name: unknown = isComponent ? Reflect.get(type, '__elementType') : type
    return name === 'card' ? this.#card : null
  }

  /** The group options (appearance, locale) do not affect a card element. */
  update() {}
}
