import type { WebContents } from 'electron'
import { APP_ORIGIN } from './app-scheme.ts'

interface WaysOut {
  /** Opens a page of ours in a window of its own, by its path. */
  openPage: (path: string) => void
  /** Knows what the system's browser may be sent to. */
  openExternal: (address: string) => void
}

/**
 * The window stays on our own pages: redirects and webviews are refused, and no page makes a window. One of ours that is
 * asked for in a new window, as by Ctrl and a click, is opened by main; a link to another site is offered to the system's
 * browser.
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

/** The path of a page of ours, with what it asks for: `/dashboard/reports?open=1`. */
export function pathOf(address: string): string {
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

/** Whether the address is one of the console's own pages. */
export function isOwnPage(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && `${url.protocol}//${url.host}` === APP_ORIGIN
}
