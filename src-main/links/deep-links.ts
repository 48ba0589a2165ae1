import { app } from 'electron'
import { LINK_SCHEME, pathOfLink } from '../../contract/desktop/desktop-links.ts'

/** Makes the installed program the one that opens `kerblight://` links; a development build leaves the system alone. */
export function claimLinks(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
}

/** The page that a command line asks for: Windows and Linux hand links over this way. Null for none that we open. */
export function pathInArguments(argv: readonly string[]): string | null {
  const link = argv.find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`))
  return link === undefined ? null : pathOfLink(link)
}

/**
 * Opens the pages that links name, in the window or, before there is one, as the page to start with: that is the answer.
 * A second start without a link asks for the window alone.
 */
export function followLinks(console: {
  isOpen: () => boolean
  show: (path: string | null) => void
}): () => string | null {
  let firstPath = pathInArguments(process.argv)
  onLink((path) => {
    if (console.isOpen()) console.show(path)
    else firstPath = path ?? firstPath
  })
  return () => firstPath
}

/** Links that arrive while the program runs, or on macOS at its start. */
function onLink(open: (path: string | null) => void): void {
  app.on('second-instance', (_event, argv) => open(pathInArguments(argv)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    open(pathOfLink(link))
  })
}
