// @ts-check
/**
 * Runs in the iframe that the Firebase SDK opens in a page, and passes on the account page's events. The
 * account page finds this iframe among its opener's frames, but can't message the opener itself, which has
 * another origin. Unlike the emulator's own iframe, it needs no storage, which browsers deny to such an
 * iframe. Only the redirect flow would need storage, and it can't work here for the same reason.
 */
{
  const sandboxWindow =
    /** @type {Window & { gapi: { iframes: { getContext(): { getParentIframe(): ParentFrame } } } }} */ (
      /** @type {unknown} */ (window)
    )
  /**
   * @typedef {{
   *   register(name: string, handler: () => unknown): void,
   *   send(name: string, data: unknown, callback: () => void): void
   * }} ParentFrame
   */
  const page = sandboxWindow.gapi.iframes.getContext().getParentIframe()

  page.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }))
  window.addEventListener('message', (event) => {
    if (event.origin !== location.origin || event.data?.eventType !== 'sendAuthEvent') return
    sendAuthEvent(event.data.data.authEvent)
  })
  // The SDK waits to learn whether a redirect led here.
  sendAuthEvent({ type: 'unknown', error: { code: 'auth/no-auth-event' } })

  /**
   * Passes an event on to the page that embeds this iframe.
   * @param {unknown} authEvent
   */
  function sendAuthEvent(authEvent) {
    page.send('authEvent', { type: 'authEvent', authEvent }, () => {})
  }
}
