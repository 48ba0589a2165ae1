// @ts-check
/**
 * A stand-in for Google's gapi.iframes, limited to what the Firebase SDK and the emulator's iframe use. The page
 * opens the iframe. Each side registers named handlers and calls those of the other. Real gapi comes from
 * apis.google.com, which a sandbox must not need. For the sandbox only: the iframe responds to any page that
 * embeds it.
 *
 * @typedef {{ gapiStandIn: 'ready' }
 *   | { gapiStandIn: 'call', id: number, name: string, data: unknown }
 *   | { gapiStandIn: 'answer', id: number, data: unknown }} Message
 * @typedef {(data: unknown) => unknown} Handler
 * @typedef {(results: unknown[]) => void} ResponseCallback
 */
{
  /**
   * Creates one side of the channel between a page and an iframe in it.
   * @param {() => Window | null} getOther
   * @param {string} targetOrigin
   */
  function createChannel(getOther, targetOrigin) {
    /** @type {Map<string, Handler>} */
    const handlers = new Map()
    /** @type {Map<string, Array<(handler: Handler) => void>>} calls that arrived before their handler was registered */
    const early = new Map()
    /** @type {Map<number, ResponseCallback>} */
    const waiting = new Map()
    /** @type {() => void} */
    let markReady = () => {}
    const ready = /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        markReady = () => resolve(undefined)
      })
    )
    let lastId = 0

    /**
     * Sends a message to the other side.
     * @param {Message} message
     */
    const post = (message) => getOther()?.postMessage(message, targetOrigin)

    window.addEventListener('message', (event) => {
      if (event.source !== getOther() || typeof event.data !== 'object' || event.data === null) return
      const message = /** @type {Message} */ (event.data)
      if (message.gapiStandIn === 'ready') markReady()
      if (message.gapiStandIn === 'answer') {
        const callback = waiting.get(message.id)
        waiting.delete(message.id)
        try {
          callback?.([message.data])
        } catch {
          // The SDK's callback for web storage throws even on success. Google's gapi ignores that, too.
        }
      }
      if (message.gapiStandIn === 'call') {
        const { id, name, data } = message
        /**
         * Sends the handler's result as the answer to the call.
         * @param {Handler} handler
         */
        const respond = async (handler) => post({ gapiStandIn: 'answer', id, data: await handler(data) })
        const handler = handlers.get(name)
        if (handler) void respond(handler)
        else early.set(name, [...(early.get(name) ?? []), respond])
      }
    })

    return {
      post,
      iframe: {
        restyle: () => Promise.resolve(),
        /**
         * Calls back as soon as the other side is ready.
         * @param {() => void} callback
         */
        ping: (callback) => ready.then(callback),
        /**
         * Registers a handler, which also answers the calls that arrived earlier.
         * @param {string} name
         * @param {Handler} handler
         */
        register(name, handler) {
          handlers.set(name, handler)
          for (const respond of early.get(name) ?? []) respond(handler)
          early.delete(name)
        },
        /**
         * Calls a handler of the other side, and passes its result to the callback.
         * @param {string} name
         * @param {unknown} data
         * @param {ResponseCallback} callback
         */
        send(name, data, callback) {
          lastId += 1
          waiting.set(lastId, callback)
          post({ gapiStandIn: 'call', id: lastId, name, data })
        },
      },
    }
  }

  const context = {
    /**
     * Opens a hidden iframe, and passes it to the callback.
     * @param {{ url: string, where: HTMLElement }} options
     * @param {(iframe: unknown) => unknown} onOpened
     */
    open({ url, where }, onOpened) {
      const frame = document.createElement('iframe')
      frame.hidden = true
      frame.title = 'Sign-in helper'
      frame.src = url
      const channel = createChannel(() => frame.contentWindow, new URL(url, location.href).origin)
      where.append(frame)
      return onOpened(channel.iframe)
    },
    getParentIframe() {
      // The iframe can't reliably determine which page embeds it, so it accepts any.
      const channel = createChannel(() => window.parent, '*')
      channel.post({ gapiStandIn: 'ready' })
      return channel.iframe
    },
  }

  const gapi = {
    /**
     * Calls back immediately, because all modules are built in.
     * @param {string} _modules
     * @param {(() => void) | { callback: () => void }} whenLoaded
     */
    load: (_modules, whenLoaded) => (typeof whenLoaded === 'function' ? whenLoaded() : whenLoaded.callback()),
    iframes: { Iframe: {}, CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => context },
  }

  const host = /** @type {Window & { gapi?: unknown, gapi_onload?: () => void }} */ (window)
  host.gapi = gapi
  host.gapi_onload?.()
}
