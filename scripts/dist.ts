/**
 * `npm run dist` builds installers of the console for the current operating system in `dist/`. They are
 * signed with the credentials in the environment (`scripts/lib/signing.ts`). Only signed consoles update
 * themselves, from UPDATE_URL. The build downloads Electron from GitHub.
 */
import { expected, print } from './bootstrap/print.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { describeFailure } from './lib/failure.ts'
import { ensureKeytar, isKeytarBuilt } from './lib/keytar.ts'
import { packageConsole } from './lib/package-console.ts'
import { root } from './lib/root.ts'
import { readSigning } from './lib/signing.ts'

const noUpdatesReason: Record<string, string> = {
  unsigned: ' (not signed: no automatic updates)',
  'without-address': ' (without UPDATE_URL: no automatic updates)',
}

endWithParent()
process.chdir(root)
try {
  await ensureKeytar()
  if (!isKeytarBuilt())
    throw expected('Installers need the keychain module. The message above names what is missing.')
  const signing = readSigning(process.platform, process.env)
  const updateUrl = process.env.UPDATE_URL || undefined
  process.env.MAIN_VITE_UPDATES = !signing.isSigned ? 'unsigned' : updateUrl ? 'updating' : 'without-address'
  await ensureBuilt()
  const files = await packageConsole({ updateUrl, signing })
  if (files.length === 0) throw expected('No installer was built; see the messages above.')
  print(`Made ${files.join(', ')}${noUpdatesReason[process.env.MAIN_VITE_UPDATES] ?? ''}`)
} catch (error) {
  print(await describeFailure(error))
  // The explicit exit is necessary: an exit hook in one of electron-builder's packages exits with code 0
  // regardless of exitCode.
  process.exit(1)
}
