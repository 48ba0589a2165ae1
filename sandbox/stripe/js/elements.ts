import { CardElement, type ElementOptions } from './card-element.ts'
import { IntegrationError } from './integration-error.ts'

/** A group of elements; this stand-in has the card element. */
export class Elements {
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

  /** By name, or by the component of react-stripe-js that shows it. */
  getElement(type: unknown): CardElement | null {
    const isComponent = (typeof type === 'function' || typeof type === 'object') && type !== null
    const name: unknown = isComponent ? Reflect.get(type, '__elementType') : type
    return name === 'card' ? this.#card : null
  }

  /** The options of a group (appearance, locale) say nothing to a card element. */
  update() {}
}
