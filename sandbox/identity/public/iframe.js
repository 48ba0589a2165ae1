// @ts-check
/**
 * Runs in the iframe that the Firebase SDK opens in a page. It hands on what the account page reports: that
 * page finds this iframe among its opener's frames, but cannot speak to the opener, which is of another origin.
 * Unlike the emulator's own it needs no storage, which browsers refuse to such an iframe; only the redirect
 * flow would, which nobody can finish here for the same reason.
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
  // The SDK waits for word about a redirect that may have led here.
  sendAuthEvent({ type: 'unknown', error: { code: 'auth/no-auth-event' } })

  /** @param {unknown} authEvent */
  function sendAuthEvent(authEvent) {
    page.send('authEvent', { type: 'authEvent', authEvent }, () => {})
  }
}
