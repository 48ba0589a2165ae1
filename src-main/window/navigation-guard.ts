import type { WebContents } from 'electron'
import { APP_ORIGIN } from './app-scheme.ts'

interface WaysOut {
  openPage: (path: string) => void
  openExternal: (address: string) => void
}

/**
 * Keeps the window on our own pages, and blocks redirects, webviews, and new windows. Our pages open in
 * windows of the main process, and other links in the system's browser.
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
    if (isOwnPage(url)) openPage(getPagePath(url))
    else openExternal(url)
    return { action: 'deny' }
  })
}

/** Returns a path such as `/dashboard/reports?open=1`. */
export function getPagePath(address: string): string {
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

export function isOwnPage(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && `${url.protocol}//${url.host}` === APP_ORIGIN
}
