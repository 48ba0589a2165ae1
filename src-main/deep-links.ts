import { app } from 'electron'
import { LINK_SCHEME, pathOfLink } from '../contract/desktop-links.ts'

/** Makes the installed program the one that opens `kerblight://` links; a development build leaves the system alone. */
export function claimLinks(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
}

/** The page that a command line asks for: Windows and Linux hand links over this way. Null for none that we open. */
export function pathInArguments(argv: readonly string[]): string | null {
  const link = argv.find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`))
  return link === undefined ? null : pathOfLink(link)
}

/** Hears of links that arrive while the program runs, or on macOS at its start. A second start without one asks for the window alone. */
export function onLink(open: (path: string | null) => void): void {
  app.on('second-instance', (_event, argv) => open(pathInArguments(argv)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    open(pathOfLink(link))
  })
}
