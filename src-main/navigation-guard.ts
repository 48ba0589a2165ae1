import type { WebContents } from 'electron'
import { APP_ORIGIN } from './app-scheme.ts'

/**
 * The window stays on our own pages and opens no other: links to elsewhere, redirects, `window.open` and
 * webviews are refused.
 */
export function guardNavigation(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

function isOwnPage(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && `${url.protocol}//${url.host}` === APP_ORIGIN
}
