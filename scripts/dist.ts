/**
 * `npm run dist`: installers of the console for this system, in `dist/`. They are signed where the environment holds what
 * electron-builder signs with (CSC_LINK or CSC_NAME on macOS, CSC_LINK or WIN_CSC_LINK on Windows), and only signed ones
 * update themselves, from UPDATE_URL. Fetches Electron from GitHub.
 */
import { expected, say } from './bootstrap/say.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { describeFailure } from './lib/failure.ts'
import { ensureKeytar, isKeytarBuilt } from './lib/keytar.ts'
import { packageConsole } from './lib/package-console.ts'
import { root } from './lib/root.ts'

endWithParent()
process.chdir(root)
try {
  await ensureKeytar()
  if (!isKeytarBuilt())
    throw expected('Installers need the keychain module. The message above says what is missing.')
  process.env.MAIN_VITE_SIGNED = isSigned() ? 'yes' : 'no'
  await ensureBuilt()
  const files = await packageConsole({ updateUrl: process.env.UPDATE_URL || undefined })
  if (files.length === 0) throw expected('No installer was built; the messages above say why.')
  say(`Made ${files.join(', ')}${isSigned() ? '' : ' (not signed: these do not update themselves)'}`)
} catch (error) {
  say(await describeFailure(error))
  // An exit hook among electron-builder's packages ends the process with 0, whatever its exitCode is.
  process.exit(1)
}

/** Linux packages carry no signature that Electron would check. */
function isSigned(): boolean {
  const { CSC_LINK, CSC_NAME, WIN_CSC_LINK } = process.env
  if (process.platform === 'darwin') return Boolean(CSC_LINK || CSC_NAME)
  return process.platform === 'win32' && Boolean(CSC_LINK || WIN_CSC_LINK)
}
