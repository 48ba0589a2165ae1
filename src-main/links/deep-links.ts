import { app } from 'electron'
import { LINK_SCHEME, pathOfLink } from '../../contract/desktop/desktop-links.ts'

/** Makes the packaged program the handler of `kerblight://` links. */
export function claimLinks(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
}

/** Returns the linked page, or null. Windows and Linux pass links as arguments. */
export function findDeepLinkPath(argv: readonly string[]): string | null {
  const link = argv.find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`))
  return link === undefined ? null : pathOfLink(link)
}

/**
 * Opens linked pages in the console's window. A second start without a link only shows the window.
 * @returns a function that returns the page to start with, if a link arrived before the window opened
 */
export function followLinks(console: {
  isOpen: () => boolean
  show: (path: string | null) => void
}): () => string | null {
  let firstPath = findDeepLinkPath(process.argv)
  onLink((path) => {
    if (console.isOpen()) console.show(path)
    else firstPath = path ?? firstPath
  })
  return () => firstPath
}

/** Handles links that arrive while the program runs, and on macOS also the one that started it. */
function onLink(open: (path: string | null) => void): void {
  app.on('second-instance', (_event, argv) => open(findDeepLinkPath(argv)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    open(pathOfLink(link))
  })
}
