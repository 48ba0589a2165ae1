/**
 * `npm run desktop` starts the console against the API at KERBLIGHT_API_ORIGIN (default:
 * http://localhost:4000, where `npm start` serves it).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expected, print, step } from './bootstrap/print.cjs'
import { endWithParent } from './lib/end-with-parent.ts'
import { ensureBuilt } from './lib/ensure-built.ts'
import { loadEnvFile } from './lib/env-file.ts'
import { describeFailure } from './lib/failure.ts'
import { ensureKeytar } from './lib/keytar.ts'
import { root } from './lib/root.ts'
import { run, runTool } from './lib/run.ts'

endWithParent()
process.chdir(root)
try {
  loadEnvFile()
  await ensureKeytar()
  await ensureBuilt()
  process.env.KERBLIGHT_API_ORIGIN ||= 'http://localhost:4000'
  const electron = findElectron() ?? (await downloadElectron())
  process.exitCode = await run(electron, ['.', ...process.argv.slice(2)])
} catch (error) {
  print(await describeFailure(error))
  process.exitCode = 1
}

/** Returns the program that ELECTRON_BINARY names, or the one inside the `electron` package. */
function findElectron(): string | undefined {
  if (process.env.ELECTRON_BINARY) return process.env.ELECTRON_BINARY
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8'))
  return existsSync(binary) ? binary : undefined
}

async function downloadElectron(): Promise<string> {
  await step('Downloading Electron', () => runTool('electron', [], { bin: 'install-electron' }))
  const electron = findElectron()
  if (electron !== undefined) return electron
  throw expected(
    'Electron could not be downloaded from GitHub. Check your connection, or set ELECTRON_BINARY to a copy ' +
      'you have. The web app (npm start) does not need it.',
  )
}
