import { IntegrationError } from './integration-error.ts'
import {
  type CardOptions,
  type CardRequest,
  type CardState,
  CONNECT,
  type FromFrame,
  type Result,
  type ToFrame,
} from './messages.ts'
import { createFrameName, setStyles } from './frames.ts'

type Handler = (event: Record<string, unknown>) => void

interface Classes {
  base: string
  complete: string
  empty: string
  focus: string
  invalid: string
}

export interface ElementOptions extends CardOptions {
  classes?: Partial<Classes>
}

const DEFAULT_CLASSES: Classes = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
}

const LOAD_TIMEOUT_MS = 15_000

/** The card form as the page sees it: an iframe with events and requests. */
export class CardElement {
  readonly #origin: string
  readonly #onDestroy: () => void
  readonly #handlers = new Map<string, Set<Handler>>()
  readonly #pending = new Map<number, (result: Result) => void>()
  #options: ElementOptions
  #container: HTMLElement | null = null
  #frame: HTMLIFrameElement | null = null
  #port: MessagePort | null = null
  #labels: HTMLLabelElement[] = []
  #state: CardState | null = null
  #hasFocus = false
  #isDestroyed = false
  #requests = 0

  constructor(origin: string, options: ElementOptions, onDestroy: () => void) {
    this.#origin = origin
    this.#options = options
    this.#onDestroy = onDestroy
  }

  mount(target: string | HTMLElement) {
    this.#checkAlive()
    const container = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
    if (!container) {
      throw new IntegrationError(
        `The selector you specified (${typeof target === 'string' ? target : 'an element'}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
      )
    }
    if (this.#container === container) return
    this.unmount()
    this.#container = container
    container.replaceChildren(this.#buildFrame())
    this.#labels = [...document.querySelectorAll('label')].filter(
      (label) => container.id !== '' && label.htmlFor === container.id,
    )
    for (const label of this.#labels) label.addEventListener('click', this.#handleLabel)
    this.#state = null
    this.#hasFocus = false
    this.#paintClasses()
  }

  unmount() {
    this.#port?.close()
    this.#port = null
    for (const resolve of this.#pending.values()) resolve({ error: unmounted() })
    this.#pending.clear()
    for (const label of this.#labels) label.removeEventListener('click', this.#handleLabel)
    this.#labels = []
    if (!this.#container) return
    this.#container.classList.remove(...this.#classNames())
    this.#container.replaceChildren()
    this.#container = null
    this.#frame = null
  }

  destroy() {
    this.#checkAlive()
    this.unmount()
    this.#isDestroyed = true
    this.#handlers.clear()
    this.#onDestroy()
  }

  update(options: ElementOptions) {
    this.#checkAlive()
    this.#container?.classList.remove(...this.#classNames())
    this.#options = { ...this.#options, ...options }
    this.#paintClasses()
    this.#sendOptions()
  }

  focus() {
    this.#checkAlive()
    this.#frame?.focus()
    this.#postToFrame({ kind: 'focus' })
  }

  blur() {
    this.#checkAlive()
    this.#postToFrame({ kind: 'blur' })
    this.#frame?.blur()
  }

  clear() {
    this.#checkAlive()
    this.#postToFrame({ kind: 'clear' })
  }

  on(type: string, handler: Handler): this {
    const handlers = this.#handlers.get(type) ?? new Set()
    handlers.add(handler)
    this.#handlers.set(type, handlers)
    return this
  }

  once(type: string, handler: Handler): this {
    const onlyOnce: Handler = (event) => {
      this.off(type, onlyOnce)
      handler(event)
    }
    return this.on(type, onlyOnce)
  }

  off(type: string, handler?: Handler): this {
    if (handler) this.#handlers.get(type)?.delete(handler)
    else this.#handlers.delete(type)
    return this
  }

  get isMounted(): boolean {
    return this.#container !== null && !this.#isDestroyed
  }

  /** Sends an API request from the iframe, with the card. */
  request(request: CardRequest): Promise<Result> {
    if (!this.isMounted) throw new IntegrationError(unmounted().message)
    const id = ++this.#requests
    return new Promise((resolve) => {
      this.#pending.set(id, resolve)
      if (this.#port) this.#postToFrame({ kind: 'request', id, request })
      else this.once('ready', () => this.#postToFrame({ kind: 'request', id, request }))
    })
  }

  #buildFrame(): HTMLElement {
    const wrapper = document.createElement('div')
    wrapper.className = '__PrivateStripeElement'
    setStyles(wrapper, { margin: '0', padding: '0', border: 'none', display: 'block', position: 'relative' })
    const frame = document.createElement('iframe')
    frame.name = createFrameName()
    frame.title = 'Secure card payment input frame'
    frame.allow = 'payment *'
    frame.src = `${this.#origin}/elements/card`
    setStyles(frame, {
      display: 'block',
      width: '100%',
      height: '1.2em',
      margin: '0',
      padding: '0',
      border: 'none',
      background: 'transparent',
      // Browsers make an iframe opaque if its color scheme differs from the page's.
      'color-scheme': 'light only',
    })
    frame.addEventListener('load', () => this.#connect(frame))
    wrapper.append(frame)
    this.#frame = frame
    setTimeout(() => {
      if (this.#frame === frame && !this.#port) {
        const error = { type: 'api_connection_error', message: 'The card form could not be loaded.' }
        this.#emit('loaderror', { error })
      }
    }, LOAD_TIMEOUT_MS)
    return wrapper
  }

  #connect(frame: HTMLIFrameElement) {
    if (this.#frame !== frame) return
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', (event: MessageEvent<FromFrame>) => this.#receive(port1, event.data))
    port1.start()
    frame.contentWindow?.postMessage(CONNECT, this.#origin, [port2])
  }

  #receive(port: MessagePort, message: FromFrame) {
    if (message.kind === 'ready') {
      this.#port = port
      this.#sendOptions()
      this.#emit('ready', {})
      return
    }
    if (port !== this.#port) return
    if (message.kind === 'resize') {
      if (this.#frame) setStyles(this.#frame, { height: `${message.height}px` })
    } else if (message.kind === 'change') {
      this.#state = message.state
      this.#paintClasses()
      this.#emit('change', { ...message.state })
    } else if (message.kind === 'response') {
      this.#pending.get(message.id)?.(message.result)
      this.#pending.delete(message.id)
    } else if (message.kind === 'submit') {
      this.#submitForm()
    } else {
      if (message.kind !== 'escape') this.#hasFocus = message.kind === 'focus'
      this.#paintClasses()
      this.#emit(message.kind, {})
    }
  }

  #sendOptions() {
    const { classes: _, ...options } = this.#options
    // The round trip removes values that cannot be sent to an iframe.
    this.#postToFrame({ kind: 'options', options: JSON.parse(JSON.stringify(options)) as CardOptions })
  }

  /** Submits the surrounding form on Enter, as a text field does. */
  #submitForm() {
    const form = this.#container?.closest('form')
    if (!form) return
    const button = [...form.elements].find(
      (element): element is HTMLButtonElement | HTMLInputElement =>
        (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
        element.type === 'submit',
    )
    if (button?.disabled) return
    if (button) button.click()
    else form.requestSubmit()
  }

  #paintClasses() {
    if (!this.#container) return
    const classes = { ...DEFAULT_CLASSES, ...this.#options.classes }
    const states: Record<keyof Classes, boolean> = {
      base: true,
      complete: this.#state?.complete ?? false,
      empty: this.#state?.empty ?? true,
      focus: this.#hasFocus,
      invalid: this.#state?.error !== undefined,
    }
    for (const [name, isOn] of Object.entries(states)) {
      for (const word of words(classes[name as keyof Classes])) this.#container.classList.toggle(word, isOn)
    }
  }

  #classNames(): string[] {
    return Object.values({ ...DEFAULT_CLASSES, ...this.#options.classes }).flatMap(words)
  }

  #emit(type: string, details: Record<string, unknown>) {
    const event = { elementType: 'card', ...details }
    // A handler may remove itself, so the loop iterates over a copy.
    for (const handler of Array.from(this.#handlers.get(type) ?? [])) handler(event)
  }

  #postToFrame(message: ToFrame) {
    this.#port?.postMessage(message)
  }

  #handleLabel = () => this.focus()

  #checkAlive() {
    if (this.#isDestroyed) {
      throw new IntegrationError(
        'This Element has already been destroyed. Please create a new one using `elements.create()`.',
      )
    }
  }
}

function words(names: string): string[] {
  return names.split(/\s+/).filter((name) => name !== '')
}

function unmounted() {
  return {
    type: 'invalid_request_error',
    message:
      'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
  }
}
