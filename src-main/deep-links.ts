import { resolve } from 'node:path'
import { app } from 'electron'
import { LINK_SCHEME, pathOfLink } from '../contract/desktop-links.ts'

/** Makes this program the one that opens `kerblight://` links. An installer does the same for good. */
export function claimLinks(): void {
  const [, script] = process.argv
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  else if (script !== undefined)
    app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, [resolve(script)])
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
