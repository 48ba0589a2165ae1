import type { WebContents } from 'electron'
import { APP_ORIGIN } from './app-scheme.ts'

/**
 * The window stays on our own pages and opens no other: redirects, `window.open` and webviews are refused. A link to
 * another site is offered to `openExternal`, which knows what the system's browser may be sent to.
 */
export function guardNavigation(contents: WebContents, openExternal: (address: string) => void): void {
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url)) return
    event.preventDefault()
    openExternal(event.url)
  })
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url)
    return { action: 'deny' }
  })
}

/** Whether the address is one of the console's own pages. */
export function isOwnPage(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && `${url.protocol}//${url.host}` === APP_ORIGIN
}
