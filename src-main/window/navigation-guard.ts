import type { WebContents } from 'electron'
import { APP_ORIGIN } from './app-scheme.ts'

interface WaysOut {
  /** Opens one of our pages in its own window, by path. */
  openPage: (path: string) => void
  /** Opens a URL outside the console, if it is allowed. */
  openExternal: (address: string) => void
}

/**
 * Keeps the window on our own pages. Redirects elsewhere and webviews are blocked, and no page creates a
 * window itself. The main process opens those of our pages that are requested in a new window, as with Ctrl
 * and a click. Links to other sites are passed to the system's browser.
 */
export function guardNavigation(contents: WebContents, { openPage, openExternal }: WaysOut): void {
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
    if (isOwnPage(url)) openPage(pathOf(url))
    else openExternal(url)
    return { action: 'deny' }
  })
}

/** Returns the path of one of our pages with its query and hash, such as `/dashboard/reports?open=1`. */
export function pathOf(address: string): string {
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

export function isOwnPage(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && `${url.protocol}//${url.host}` === APP_ORIGIN
}
